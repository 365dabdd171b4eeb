// The Node and npm that are on this machine anyway, and an empty project for them to install packages in.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Ours is first on the path of npm scripts; what strangers have is behind it. */
function findNode(): { path: string; version: string } {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  for (const path of [...folders.map((folder) => join(folder, 'node')), process.execPath]) {
    if (!existsSync(path)) continue;
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= 20) return { path, version: `Node ${version.slice(1)}` };
  }
  throw new Error('There is no Node ≥ 20 on this machine.');
}

export const machineNode = findNode();

const made = new Map<string, { tarballs: string[]; project: string }>();

/** Packs each folder and installs all of them together, without the registry. Once for the same folders. */
export async function installed(packages: readonly string[], under: string) {
  const key = packages.join('\n');
  const before = made.get(key);
  if (before) return before;
  const env = { ...process.env, PATH: [dirname(machineNode.path), process.env.PATH].join(delimiter) };
  const npm = (words: string[], cwd: string) =>
    execFileSync('npm', words, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
  mkdirSync(under, { recursive: true });
  const tarballs = packages.map((folder) => {
    const [packed] = JSON.parse(npm(['pack', folder, '--json', '--silent'], under)) as { filename: string }[];
    return join(under, packed?.filename ?? '');
  });
  const project = mkdtempSync(join(under, 'project-'));
  writeFileSync(join(project, 'package.json'), '{ "name": "empty", "private": true }\n');
  npm(['install', '--offline', '--no-audit', '--no-fund', '--silent', ...tarballs], project);
  const all = { tarballs, project };
  made.set(key, all);
  return all;
}
