// Whether there is room for one thing at a time, as in the styles: a phone, upright or on its side.

export const NARROW = '(max-width: 720px), (max-height: 480px) and (pointer: coarse)';

export const isNarrow = (): boolean => matchMedia(NARROW).matches;
