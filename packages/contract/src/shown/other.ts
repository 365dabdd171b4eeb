// The name of what is counted under no name: kinds and agents beyond those that the figures of a day have room for.

export const OTHER = '(other)';
