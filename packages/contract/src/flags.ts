// Warnings about what a reviewer is shown.

export const FLAGS = [
  'hidden',
  'bidi',
  'look_alike',
  'link',
  'control',
  'padding',
  'bad_diff',
  'near_duplicate',
] as const;
export type Flag = (typeof FLAGS)[number];
