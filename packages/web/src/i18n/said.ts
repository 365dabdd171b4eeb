// What a language has for a message: words, or its forms for different numbers; and for what is wrong with a member.

export type Said = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });

/** What the page calls a member of a request, and what is wrong with it. */
export interface SaidIssue {
  readonly field: string;
  readonly words: string;
}
