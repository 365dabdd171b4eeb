// Numbers of JSON compared to the digit: no payload passes a limit because a double cannot tell it from the limit.

interface Decimal {
  readonly negative: boolean;
  /** Without zeros at either end; empty for zero. */
  readonly digits: string;
  /** The number is 0.digits × 10^exponent. */
  readonly exponent: number;
}

/** Beyond it, one is as large, or as small, as any other. */
const MOST_EXPONENT = 1e12;

export function readDecimal(source: string): Decimal | undefined {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  const all = whole + fraction;
  const leading = all.length - all.replace(/^0+/, '').length;
  const digits = withoutEndZeros(all.slice(leading));
  if (digits === '') return { negative: false, digits, exponent: 0 };
  return { negative: sign === '-', digits, exponent: whole.length - leading + bounded(Number(power)) };
}

const bounded = (power: number) => Math.max(-MOST_EXPONENT, Math.min(MOST_EXPONENT, power));

/** A loop, not an expression: `0+$` takes quadratic time on many zeros that are not at the end. */
function withoutEndZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === 0x30) end--;
  return digits.slice(0, end);
}

/** Below, equal or above zero, as a sort wants it. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const sizes = compareSizes(a, b);
  return a.negative ? -sizes : sizes;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === '' || b.digits === '') return Number(a.digits !== '') - Number(b.digits !== '');
  if (a.exponent !== b.exponent) return a.exponent - b.exponent;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -1 : 1;
}
