// A real Chromium: the one `CHROMIUM_PATH` names; else the one that comes from npm, which has one for Linux on x64 alone; elsewhere the
// one that is installed. With flags of our own: the package's switch web security off, which would make half of these tests worthless.

import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let shared: Promise<Browser> | undefined;

/** One for the test file; ended with it. */
export function browser(): Promise<Browser> {
  shared ??= started();
  return shared;
}

export async function closeBrowser(): Promise<void> {
  await (await shared)?.close();
  shared = undefined;
}

async function started(): Promise<Browser> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  const executablePath = process.env.CHROMIUM_PATH ?? (isPackaged ? await unpacked() : installed());
  return chromium.launch({ executablePath, args: FLAGS, timeout: 120_000 });
}

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installed(): string {
  const found = INSTALLED.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    `npm has no Chromium for ${process.platform} ${process.arch}. Install one, or name one that is there in CHROMIUM_PATH.`,
  );
}

/**
 * It unpacks to the temporary folder and takes whatever lies there, so each version gets a folder of its own. Test files that begin
 * together must not start what another is still writing: the folder is made beside its place and moved there whole.
 */
async function unpacked(): Promise<string> {
  const home = new URL('../../node_modules/@sparticuz/chromium/', import.meta.url);
  const { version } = JSON.parse(await readFile(new URL('package.json', home), 'utf8'));
  const folder = join(tmpdir(), `countersign-browser-${version}`);
  if (!existsSync(folder)) {
    const beside = mkdtempSync(`${folder}-`);
    await inTemporary(beside, () => unpackHere(home));
    try {
      renameSync(beside, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error; // somebody else was first
      rmSync(beside, { recursive: true });
    }
  }
  return inTemporary(folder, async () => {
    const { default: packaged, setupLambdaEnvironment } = await import('@sparticuz/chromium');
    if (!hasLibraries()) setupLambdaEnvironment(join(folder, 'al2023', 'lib'));
    return packaged.executablePath();
  });
}

/** Into the temporary folder. */
async function unpackHere(home: URL): Promise<void> {
  const { default: packaged, inflate } = await import('@sparticuz/chromium');
  await packaged.executablePath();
  if (!hasLibraries()) await inflate(new URL('bin/al2023.tar.br', home).pathname);
}

async function inTemporary<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  try {
    return await work();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
}

function hasLibraries(): boolean {
  return ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib'].some((folder) =>
    existsSync(join(folder, 'libnss3.so')),
  );
}
