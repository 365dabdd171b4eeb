// Room for bodies that are on their way in. All of them together have a bound; and so that nobody fills it for the others, so
// have the large ones of each caller, and those of all callers: what is small is let in beside them.

const MIB = 1024 * 1024;
const MOST = 128 * MIB;
const MOST_LARGE = 96 * MIB;
/** Eight of the largest at once; whoever sends more of them is slow to send. */
const MOST_OF_ONE = 32 * MIB;
/** Hardly any decision, sign-in or press of a button is longer. */
const SMALL = 65_536;

/** Who has shown neither a key nor a session: all of them together are one. */
export const STRANGERS = 'strangers';

export interface Place {
  /** False when there is no room for so many more bytes of it. */
  take(bytes: number): boolean;
  /** Whatever became of it. */
  leave(): void;
}

let together = 0;
const ofEach = new Map<string, number>();

export function enterRoom(who: string): Place {
  let length = 0;
  const count = (bytes: number): number => {
    const theirs = (ofEach.get(who) ?? 0) + bytes;
    length += bytes;
    together += bytes;
    if (theirs > 0) ofEach.set(who, theirs);
    else ofEach.delete(who);
    return theirs;
  };
  return {
    take(bytes) {
      const theirs = count(bytes);
      return length <= SMALL ? together <= MOST : together <= MOST_LARGE && theirs <= MOST_OF_ONE;
    },
    leave() {
      count(-length);
    },
  };
}
