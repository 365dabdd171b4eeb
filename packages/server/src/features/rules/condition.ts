// Whether a value of the payload meets a condition. Values are compared by what was written, numbers to the digit; what
// is not there meets nothing. What is of another sort meets nothing of a rule that approves; of one that asks for more care it
// meets everything: else `"5000"` or `[5000]` would pass by a rule about 5000.

import type { ConditionOp } from '@countersign/contract';
import { compareDecimals, readDecimal } from '../../base/decimal.ts';
import { someItem } from '../../base/json-items.ts';
import { isScalar, type JsonTree } from '../../base/json-tree.ts';

export interface Test {
  readonly path: string;
  readonly op: ConditionOp;
  /** What the rule says; undefined when it says nothing. */
  readonly value: JsonTree | undefined;
}

/** `found` is the source text of the value, undefined when there is none; `isCareful`: of a rule that does not approve. */
export function meets({ op, value }: Test, found: string | undefined, isCareful: boolean): boolean {
  if (op === 'exists') return (found !== undefined) === wantsPresence(value);
  if (found === undefined || value === undefined) return false;
  return COMPARE[op](found, value) || (isCareful && mayMean(op, found, value));
}

/** A number written as a text is that number, and the other way round; what cannot be told may be what was meant. */
function mayMean(op: Exclude<ConditionOp, 'exists'>, found: string, value: JsonTree): boolean {
  if (found === 'null') return false; // as good as not there
  const written = [found, otherwiseWritten(found)].filter((source) => source !== undefined);
  return written.some((source) => COMPARE[op](source, value)) || !written.some((source) => canTell(op, source, value));
}

const LONGEST_NUMBER = 100;

function otherwiseWritten(source: string): string | undefined {
  if (readDecimal(source)) return `"${source}"`;
  const text = source.length > LONGEST_NUMBER ? undefined : textOf(source)?.trim();
  return text !== undefined && readDecimal(text) ? text : undefined;
}

function canTell(op: Exclude<ConditionOp, 'exists'>, source: string, value: JsonTree): boolean {
  switch (op) {
    case 'eq':
    case 'ne':
      return isComparable(source, value);
    case 'in':
    case 'not_in':
      return listOf(value).some((one) => isComparable(source, one));
    case 'contains':
      return source.startsWith('[') || source.startsWith('"');
    default:
      return readDecimal(source) !== undefined;
  }
}

function wantsPresence(value: JsonTree | undefined): boolean {
  return value?.source !== 'false';
}

type Compare = (found: string, value: JsonTree) => boolean;

const COMPARE: Readonly<Record<Exclude<ConditionOp, 'exists'>, Compare>> = {
  eq: (found, value) => isSame(found, value),
  ne: (found, value) => isComparable(found, value) && !isSame(found, value),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  contains: (found, value) => contains(found, value),
  in: (found, value) => listOf(value).some((one) => isSame(found, one)),
  not_in: (found, value) =>
    listOf(value).some((one) => isComparable(found, one)) && !listOf(value).some((one) => isSame(found, one)),
};

function ordered(fits: (order: number) => boolean): Compare {
  return (found, value) => {
    const [a, b] = [readDecimal(found), isScalar(value) ? readDecimal(value.source) : undefined];
    return a !== undefined && b !== undefined && fits(compareDecimals(a, b));
  };
}

/** To be another one it must be of the same sort: a list that holds the name is not another name. */
function isComparable(found: string, value: JsonTree): boolean {
  return 'source' in value && (value.source === 'null' || sortOf(found) === sortOf(value.source));
}

function sortOf(source: string): string {
  const [first = ''] = source;
  return /[-\d]/.test(first) ? 'number' : first === 't' || first === 'f' ? 'boolean' : first;
}

/** Only single values are the same as another; lists and objects are not compared. */
function isSame(found: string, value: JsonTree): boolean {
  if (!isScalar(value)) return false;
  const [a, b] = [textOf(found), textOf(value.source)];
  if (a !== undefined || b !== undefined) return a === b;
  const [x, y] = [readDecimal(found), readDecimal(value.source)];
  return x && y ? compareDecimals(x, y) === 0 : found === value.source;
}

function contains(found: string, value: JsonTree): boolean {
  if (!isScalar(value)) return false;
  const [text, part] = [textOf(found), textOf(value.source)];
  if (text !== undefined) return part !== undefined && text.includes(part);
  if (!found.startsWith('[')) return false;
  return someItem(found, sameAs(value.source));
}

/** The same as `isSame`, for a hundred thousand: what differs is mostly seen at a glance. */
function sameAs(wanted: string): (source: string) => boolean {
  const text = textOf(wanted);
  if (text !== undefined)
    return (source) => source === wanted || (isOddText(source, wanted) && textOf(source) === text);
  const number = readDecimal(wanted);
  if (!number) return (source) => source === wanted;
  return (source) => {
    if (source === wanted) return true;
    if (WHOLE.test(source) && WHOLE.test(wanted)) return false;
    const other = readDecimal(source);
    return other !== undefined && compareDecimals(number, other) === 0;
  };
}

/** Written in one way only. */
const WHOLE = /^(?:0|-?[1-9]\d*)$/;

function isOddText(source: string, wanted: string): boolean {
  return source.startsWith('"') && (source.includes('\\') || wanted.includes('\\'));
}

const textOf = (source: string) => (source.startsWith('"') ? (JSON.parse(source) as string) : undefined);

const listOf = (tree: JsonTree) => tree.items ?? [];
