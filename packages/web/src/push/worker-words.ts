// What the worker says, in the language that the page last spoke. A table of its own: the catalogues belong to the page, and a
// notification does not wait for one.

const GERMAN = {
  'Something is waiting': 'Etwas wartet',
  'Open the inbox.': 'Öffnen Sie den Eingang.',
  Approved: 'Genehmigt',
  Rejected: 'Abgelehnt',
  'Approved. Undo in the app, {seconds} s': 'Genehmigt. Rückgängig in der App, {seconds} s',
  'Rejected. Undo in the app, {seconds} s': 'Abgelehnt. Rückgängig in der App, {seconds} s',
  'Nothing was decided': 'Es wurde nichts entschieden',
  'Tap to open it.': 'Zum Öffnen tippen.',
  'The server refused.': 'Der Server lässt es nicht zu.',
  'No answer came': 'Es kam keine Antwort',
  'It may be decided, or not.': 'Es ist vielleicht entschieden, vielleicht nicht.',
  'You are signed out.': 'Sie sind abgemeldet.',
  'It must be decided in the inbox.': 'Das muss im Eingang entschieden werden.',
  'It is not there any more.': 'Das gibt es nicht mehr.',
  'It was decided already, or has expired.': 'Das ist schon entschieden oder abgelaufen.',
  'It has changed since.': 'Es hat sich seitdem geändert.',
  'That was too fast.': 'Das war zu schnell.',
} as const;

export type WorkerMessage = keyof typeof GERMAN;

/** Where register.ts leaves the language of the page. Until one has spoken, it is that of the browser. */
export async function words(): Promise<(message: WorkerMessage) => string> {
  const kept = await caches.match('/language').then(
    (answer) => answer?.text(),
    () => undefined, // something is said all the same
  );
  const isGerman = (kept ?? navigator.language).startsWith('de');
  return (message) => (isGerman ? GERMAN[message] : message);
}
