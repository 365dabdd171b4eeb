// The command was given wrongly: said with how it is given rightly, and an exit code of its own.

/** As sysexits.h has it, and as the rest of the command has it. */
export const EXIT_USAGE = 64;

export class UsageError extends Error {}
