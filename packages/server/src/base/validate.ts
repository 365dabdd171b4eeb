// Holds a value against a schema of the contract, and says in words what does not fit.

import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import Format from 'typebox/format';
import { Settings } from 'typebox/system';
import { Problem } from './problem.ts';

type Issue = { path: string; message: string };

const UNKNOWN = 'is not a known property';

const MAX_ISSUES = 20;

// The library stops collecting at eight, half of which would be the noise that is filtered below.
Settings.Set({ maxErrors: 4 * MAX_ISSUES });

// The library's own check refuses internationalised hosts. White space and control characters are refused because the
// URL parser drops some of them silently: what is stored must be what is meant.
// A host longer than DNS allows is not even parsed: normalising it could take long.
Format.Set('uri', (text) => !/[\s\p{Cc}]/u.test(text) && !/^[^/?#]*\/\/[^/?#]{300}/.test(text) && URL.canParse(text));

const validators = new WeakMap<TSchema, Validator>();

/** Compiled at first use: most runs of the process never see most operations. */
function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema);
  validators.set(schema, made);
  return made;
}

export function check(schema: TSchema, value: unknown): void {
  const issues = issuesOf(schema, value);
  if (issues.length === 0) return;
  const detail = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  throw new Problem('validation_failed', { detail, issues });
}

export function issuesOf(schema: TSchema, value: unknown): Issue[] {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return [];
  const issues = validator
    .Errors(value)
    .filter(({ keyword }) => keyword !== 'boolean') // stands beside every additionalProperties, and says less
    .flatMap((error) => {
      const path = error.instancePath.slice(1).replaceAll('/', '.').slice(0, 200);
      if (error.keyword === 'additionalProperties') {
        const unknown = (error.params as { additionalProperties: string[] }).additionalProperties;
        return unknown.map((name) => ({ path: join(path, name.slice(0, 100)), message: UNKNOWN }));
      }
      if (error.keyword === 'required') {
        const missing = (error.params as { requiredProperties: string[] }).requiredProperties;
        return missing.map((name) => ({ path: join(path, name), message: 'is required' }));
      }
      return [{ path, message: wording(error) }];
    })
    // Of a map's value that does not fit, the library says that, too.
    .filter(
      (issue, _, all) =>
        issue.message !== UNKNOWN || !all.some((other) => other !== issue && other.path === issue.path),
    )
    .slice(0, MAX_ISSUES);
  // The check has the last word: what it refused is refused, even if nothing can be said about why.
  return issues.length > 0 ? issues : [{ path: '', message: 'is not valid' }];
}

function wording(error: { keyword: string; message: string; params: object }): string {
  if (error.keyword === 'enum') {
    const { allowedValues } = error.params as { allowedValues: string[] };
    return `must be one of ${allowedValues.join(', ')}`;
  }
  return error.message;
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

/** PostgreSQL refuses U+0000, and both engines would alter a lone surrogate: neither is let in outside `payload`. */
export function checkText(value: unknown, path = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      const message = 'must not contain U+0000 or half of a surrogate pair';
      throw new Problem('validation_failed', { detail: `${path}: ${message}`, issues: [{ path, message }] });
    }
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (path === '' && key === 'payload') continue;
    checkText(key, join(path, '(key)'));
    checkText(member, join(path, key.slice(0, 100)));
  }
}
