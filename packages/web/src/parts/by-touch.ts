// Whether a thumb is at work: then there are no keys to name.

export const byTouch = (): boolean => matchMedia('(pointer: coarse)').matches;
