// Opens a page in the browser of whoever sits at this machine. That it may not work is fine: the link is printed, too.

import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  linux: ['xdg-open'],
};

export function openBrowser(url: string): void {
  const [command, ...words] = COMMANDS[process.platform] ?? [];
  if (command === undefined) return;
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined); // no such command here
  child.unref();
}
