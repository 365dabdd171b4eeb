// Whoever taps a notification is led to its page, in the tab that is open already.

/** From the first script on: what the worker says before the document is read waits for that, and later nothing would hear it. */
export function followClicks(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ go?: unknown }>) => {
    if (typeof data?.go === 'string' && data.go.startsWith('/')) go(data.go);
  });
}

/** As if a link to it had been followed: what the tab has in memory stays. */
function go(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
