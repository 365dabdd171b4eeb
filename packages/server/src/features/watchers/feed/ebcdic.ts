// EBCDIC, which no decoder of the web knows: the one encoding of XML whose very first sign is not that of ASCII.

/** Code page 037 from 0x40 on; other pages differ in a few signs, not in letters and digits. */
const SIGNS =
  ' \u00a0âäàáãåçñ¢.<(+|&éêëèíîïìß!$*);¬-/ÂÄÀÁÃÅÇÑ¦,%_>?øÉÊËÈÍÎÏÌ`:#@\'="Øabcdefghi«»ðýþ±°jklmnopqrªºæ¸Æ¤µ~stuvwxyz' +
  '¡¿ÐÝÞ®^£¥·©§¶¼½¾[]¯¨´×{ABCDEFGHI\u00adôöòóõ}JKLMNOPQR¹ûüùúÿ\\÷STUVWXYZ²ÔÖÒÓÕ0123456789³ÛÜÙÚ\u009f';
const LINE_ENDS: readonly number[] = [0x0d, 0x15, 0x25];

/** `<?xm`, as XML 1.0 appendix F has it. */
export function isEbcdic(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4c && bytes[1] === 0x6f && bytes[2] === 0xa7 && bytes[3] === 0x94;
}

export function decodeEbcdic(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes)
    pieces.push(byte >= 0x40 ? (SIGNS[byte - 0x40] ?? '') : LINE_ENDS.includes(byte) ? '\n' : ' ');
  return pieces.join('');
}
