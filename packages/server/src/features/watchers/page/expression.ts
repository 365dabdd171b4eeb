// What to take from a page: a list of lines, separated by a line break or `;;`. None means the whole page.

import { compile } from 'css-select';
import { parse as parseSelector } from 'css-what';
import { compileRegex, PatternError } from '../keywords/compile.ts';
import { type JsonPath, parseJsonPath } from './json-path.ts';

export interface Expression {
  /** Elements to keep; all of the page when there are none. */
  readonly css: readonly string[];
  readonly withoutCss: readonly string[];
  readonly json: readonly JsonPath[];
  readonly ignore: readonly Cut[];
  readonly lines: readonly Cut[];
  readonly raw: boolean;
}

/** Whether something of a page was asked for that only this page has. */
export function isOfPart({ css, json }: Expression): boolean {
  return css.length + json.length > 0;
}

type Cut = ReturnType<typeof compileRegex>;

/** Throws a PatternError that says which line is wrong, and why. */
export function parseExpression(text: string | undefined): Expression {
  const made = {
    css: [] as string[],
    withoutCss: [] as string[],
    json: [] as JsonPath[],
    ignore: [] as Cut[],
    lines: [] as Cut[],
    raw: false,
  };
  for (const line of (text ?? '').split(/\r\n?|\n|;;/).map((part) => part.trim())) {
    if (line === '') continue;
    const [, word = '', rest = ''] = /^(-?[a-z]+):(.*)$/s.exec(line) ?? [];
    const value = rest.trim();
    if (word === 'css') made.css.push(selector(line, value));
    else if (word === '-css') made.withoutCss.push(selector(line, value));
    else if (word === 'json') made.json.push(jsonPath(line, value));
    else if (word === 'ignore') made.ignore.push(regex(line, value));
    else if (word === 'lines') made.lines.push(regex(line, value));
    else if (line === 'mode:raw') made.raw = true;
    else if (word === '')
      made.css.push(selector(line, line)); // what people paste from their browser
    else
      throw new PatternError(
        `${shown(line)}: each line begins with css:, -css:, json:, ignore:, lines: or is mode:raw`,
      );
  }
  return made;
}

function selector(line: string, value: string): string {
  try {
    if (parseSelector(value).length > 0) {
      compile(value); // `a::text`, `li:eq(2)` are read, and yet nothing can be found by them
      return value;
    }
  } catch {
    // said below, in our words
  }
  throw new PatternError(`${shown(line)}: is not a CSS selector that finds elements`);
}

function jsonPath(line: string, value: string): JsonPath {
  const path = parseJsonPath(value);
  if (!path) throw new PatternError(`${shown(line)}: is not a path such as $.a.b[0] or /a/b/0`);
  return path;
}

function regex(line: string, value: string): Cut {
  const [, source, flags] = /^\/(.+)\/([ims]*)$/s.exec(value) ?? [];
  if (source === undefined) throw new PatternError(`${shown(line)}: write /regular expression/`);
  try {
    return compileRegex({ source, flags: flags ?? '' });
  } catch (error) {
    if (error instanceof PatternError) throw new PatternError(`${shown(line)}: ${error.message}`);
    throw error;
  }
}

function shown(line: string): string {
  return line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line;
}
