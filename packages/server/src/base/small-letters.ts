// Mail addresses, by which people are found, invited and written to, in the one form in which they are compared.

/** The sign for kelvin: of all that is no letter of ASCII, the one that would become one. */
const NO_K = '\u212a';

/** However it is typed, it is one address; and what only looks like another's does not become it. */
export function inSmallLetters<T extends string | null>(email: T): T {
  const parts = email?.split(NO_K).map((part) => part.toLowerCase());
  return (parts?.join(NO_K) ?? null) as T;
}
