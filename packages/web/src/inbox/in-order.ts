// Answers may overtake each other: an older one that comes later tells how it was before, and nobody would tell again.

/** Call when asking; what it gives says, when the answer is there, whether none to a later question was. */
export function inOrder(): () => () => boolean {
  let asked = 0;
  let answered = 0;
  return () => {
    const mine = ++asked;
    return () => {
      if (mine < answered) return false;
      answered = mine;
      return true;
    };
  };
}
