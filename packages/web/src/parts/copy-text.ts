// To the clipboard, at plain-http addresses too, where the browser has no clipboard for pages.

export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyOldWay(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text); // not allowed here: the older way may still be
  }
}

function copyOldWay(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(box); // a dialog lets nothing outside it have the focus
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  return copied;
}
