// What a process did to the files of a folder, and what it told others, as the kernel saw it.

/** From the line of the trace in which the call began to the one in which it returned; infinite when the process died in it. */
interface When {
  readonly began: number;
  readonly ended: number;
}

export type Step = When &
  (
    | { readonly did: 'create'; readonly path: string }
    | { readonly did: 'write'; readonly path: string; readonly at: number | undefined; readonly bytes: Buffer }
    | { readonly did: 'cut'; readonly path: string; readonly length: number }
    | { readonly did: 'move'; readonly path: string; readonly to: string }
    | { readonly did: 'remove'; readonly path: string }
    /** The disk was waited for, of this file or folder. */
    | { readonly did: 'flush'; readonly path: string }
    /** To a socket. */
    | { readonly did: 'tell'; readonly text: string }
  );
