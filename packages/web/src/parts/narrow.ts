// Whether there is room for only one thing at a time, as in the styles: a phone, upright or on its side, or letters so large
// (chosen in the browser: hence em) that a desk has no more room than one.

export const NARROW = '(max-width: 45em), (max-height: 480px) and (pointer: coarse)';

export const isNarrow = (): boolean => matchMedia(NARROW).matches;
