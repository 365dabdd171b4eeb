// `countersign mcp install CLIENT`: tells a client of the agent tools, in the file where it looks for them.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { clientAt, savedKeyFor } from '../connection.ts';
import { Failure, oneOf } from '../failure.ts';
import { invocation, sharedInvocation } from '../invocation.ts';
import { editJsonFile, isObject } from '../json-file.ts';
import { print, tell } from '../terminal.ts';

interface Client {
  readonly called: string;
  /** Where it keeps the servers it knows, on this system. */
  readonly file: () => string;
  /** The member of that file. */
  readonly member: 'mcpServers' | 'servers';
  readonly next: string;
  /** The file belongs to a project, and to everyone who works on it. */
  readonly isShared?: true;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  'claude-code': {
    called: 'Claude Code',
    file: () => '.mcp.json',
    member: 'mcpServers',
    next: 'Start `claude` in this folder; it asks whether to use the server.',
    isShared: true,
  },
  'claude-desktop': {
    called: 'Claude Desktop',
    file: () => join(settingsFolder('Claude'), 'claude_desktop_config.json'),
    member: 'mcpServers',
    next: 'Quit Claude Desktop and open it again.',
  },
  cursor: {
    called: 'Cursor',
    file: () => join(homedir(), '.cursor', 'mcp.json'),
    member: 'mcpServers',
    next: 'Switch it on under Settings, MCP.',
  },
  vscode: {
    called: 'VS Code',
    file: () => join(settingsFolder('Code'), 'User', 'mcp.json'),
    member: 'servers',
    next: 'Run “MCP: List Servers” and start it.',
  },
  windsurf: {
    called: 'Windsurf',
    file: () => join(homedir(), '.codeium', 'windsurf', 'mcp_config.json'),
    member: 'mcpServers',
    next: 'Refresh the servers in the settings of Cascade.',
  },
};

export const CLIENT_NAMES = Object.keys(CLIENTS);

/** Where programs of this system keep their settings. */
function settingsFolder(program: string): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', program);
  if (process.platform === 'win32') return join(APPDATA || join(homedir(), 'AppData', 'Roaming'), program);
  return join(XDG_CONFIG_HOME || join(homedir(), '.config'), program);
}

interface Wish {
  readonly print?: boolean;
  readonly file?: string;
  readonly json?: boolean;
  readonly url?: string;
}

/** The client starts `countersign mcp`, which finds the key by itself, and the address unless one is named: no key is written. */
export function installMcp(name: string, wish: Wish): number {
  const { called, file, member, next, isShared } = CLIENTS[oneOf(CLIENT_NAMES, name, 'The client')] as Client;
  const { url } = wish;
  if (url !== undefined) clientAt(url, undefined); // refuses what is no address
  const words = url === undefined ? ['mcp'] : ['mcp', '--url', url];
  const [command, ...args] = [...(isShared ? sharedInvocation() : invocation()), ...words];
  const server = { ...(member === 'servers' ? { type: 'stdio' } : {}), command, args };
  if (wish.print) {
    print(JSON.stringify({ [member]: { countersign: server } }, undefined, 2));
    return 0;
  }
  const path = wish.file ?? file();
  if (savedKeyFor(url) === undefined) {
    const [whose, named] = url === undefined ? ['', ''] : [` for ${url}`, ` --url ${url}`];
    throw new Failure(
      `There is no saved key${whose}, and a client that is started elsewhere does not see your environment.`,
      `Save one first: \`countersign init${named}\`.`,
    );
  }
  const edit = (before: Readonly<Record<string, unknown>>) => {
    const others = before[member] ?? {};
    return isObject(others) ? { ...before, [member]: { ...others, countersign: server } } : undefined;
  };
  editJsonFile(path, { edit, shownBy: '--print' });
  if (wish.json) print(JSON.stringify({ client: name, file: path }));
  else print(`${called} knows the tools now: ${path}`);
  if (!wish.json) tell(next);
  return 0;
}
