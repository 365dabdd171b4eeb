// The part of the heap for new objects, kept small. Left alone it grows to 64 MB under load and stays there, and nothing is faster
// for it (docs/performance.md). Only the start of a process can say so: it begins anew, as the same process.

const FLAG = '--max-semi-space-size';
/** Its clock goes on ticking in the process that began anew, which does not know of it yet, and is ended by the first tick. */
const PROFILER = '--cpu-prof';
/** Of each half. */
const MEGABYTES = 16;

/** Returns when it is said already, and where a process cannot begin anew: there all stays as it is. */
export function beginWithSmallYoungHeap(): void {
  const { execPath, execArgv, argv, platform } = process;
  if (platform === 'win32' || execArgv.some((word) => word.startsWith(FLAG) || word.startsWith(PROFILER))) return;
  try {
    process.execve?.(execPath, [execPath, `${FLAG}=${MEGABYTES}`, ...execArgv, ...argv.slice(1)]);
  } catch {
    return; // not allowed to: a server with a larger heap is better than none
  }
}
