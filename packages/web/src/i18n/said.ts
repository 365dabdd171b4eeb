// What a catalogue holds for a message: words, or its forms for different numbers.

export type Said = string | (Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string });
