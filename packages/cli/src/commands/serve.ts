// `countersign serve` and `countersign admin …`: the server, where it is installed beside this command.

import { Failure } from '../failure.ts';

const NODE_NEEDED = 26;
/** In a variable, so that packing this command does not pack the server. */
const SERVER = '@countersign/server/bin/countersign.mjs';

/** The server reads the same words. It stays until it is told to end. */
export async function serve(): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
    throw new Failure(
      `The server needs Node ${NODE_NEEDED} or newer; this is ${process.version}.`,
      'Everything else works here. For the server, install Node 26 from https://nodejs.org, or use the container.',
    );
  }
  try {
    await import(SERVER);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(
      'The server is not installed with this command.',
      'Start it from a clone of the repository with `npm start`, or use the container.',
    );
  }
  return Number(process.exitCode ?? 0);
}
