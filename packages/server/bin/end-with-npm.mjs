// Started by `npm start`, a shell stands between npm and the server: told to end, it does, and passes nothing on. The server
// notices that its parent is gone, and ends as if it had been told itself.

const LOOK_MS = 500;

export function endWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  looking.unref();
}
