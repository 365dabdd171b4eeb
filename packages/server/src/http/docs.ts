// The pages at /docs: the reference, made from the contract, and the guides. Everything is in the page: no script, no outside
// load.

import { readFileSync } from 'node:fs';
import { type Operation, operations, PROBLEM_CODES, PROBLEMS, problemsOf, roleOf } from '@countersign/contract';
import type { TObject, TSchema } from 'typebox';
import { once } from '../base/once.ts';
import { Problem } from '../base/problem.ts';
import { type Answer, html } from './answer.ts';
import { escaped } from './guide-html.ts';
import { openGuides } from './guides.ts';

/** The page's own style is allowed by name; nothing else may load or run. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export interface Docs {
  reference(): Answer;
  errors(): Answer;
  guide(name: string): Answer;
}

export function makeDocs(): Docs {
  const style = readFileSync(new URL('./docs.css', import.meta.url), 'utf8');
  const shown = (title: string, main: string) =>
    html(page(title, style, main), { 'content-security-policy': POLICY, 'cache-control': 'no-cache' });
  const reference = once(() => shown('API reference', referencePage()));
  const errors = once(() => shown('Errors', errorsPage()));
  const guides = openGuides();
  return {
    reference,
    errors,
    guide(name) {
      const guide = guides.read(name);
      if (!guide) throw new Problem('not_found');
      const links = guides.names.map(
        (each) => `<li><a href="/docs/${each}">${escaped(guides.read(each)?.title ?? each)}</a></li>`,
      );
      const aside = `<aside aria-label="Guides"><ul>${links.join('')}</ul></aside>`;
      return shown(escaped(guide.title), `<div class="columns">${aside}<main>${guide.html}</main></div>`);
    },
  };
}

function page(title: string, style: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Countersign</title>
<style>${style}</style>
<header><a class="brand" href="/docs">Countersign</a><nav><a href="/docs/quickstart">Guides</a><a href="/docs">API</a><a href="/docs/errors">Errors</a><a href="/v1/openapi.json">OpenAPI</a></nav></header>
${main}
</html>
`;
}

function referencePage(): string {
  const byTag = Map.groupBy(Object.entries(operations as Record<string, Operation>), ([, { tag }]) => tag);
  const contents = [...byTag].map(
    ([tag, list]) =>
      `<li><strong>${escaped(tag)}</strong><ul>${list
        .map(([name, { summary }]) => `<li><a href="#${name}">${escaped(summary)}</a></li>`)
        .join('')}</ul></li>`,
  );
  const sections = [...byTag].map(([tag, list]) => `<h2>${escaped(tag)}</h2>${list.map(operationSection).join('')}`);
  return `<div class="columns">
<aside aria-label="Contents"><ul>${contents.join('')}</ul></aside>
<main>
<h1>API reference</h1>
<p>Every path below begins with <code>/v1</code>. Send a key as <code>Authorization: Bearer csk_…</code> and bodies as
JSON. Times are Unix seconds. Unknown properties and parameters are refused. What goes wrong is answered as
<code>application/problem+json</code> with a stable code in <code>error</code>: see <a href="/docs/errors">Errors</a>.</p>
${sections.join('\n')}
</main></div>`;
}

function operationSection([name, operation]: [string, Operation]): string {
  const { method, path, summary } = operation;
  const replies = Object.entries(operation.replies).map(
    ([status, schema]) =>
      `<h4>${status}${operation.streams ? ` <small>${escaped(operation.streams.join(' or '))}</small>` : ''}</h4>${shape(schema)}`,
  );
  const codes = problemsOf(operation).map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`);
  return `<section id="${name}">
<h3>${escaped(summary)}</h3>
<p class="line"><b class="${method}">${method}</b> <code>${escaped(path)}</code> <span class="scope">${accessTo(operation)}</span></p>
${part('Query', operation.query)}${part('Headers', operation.headers)}${part('Body', operation.body)}
<details><summary>Answers</summary>${replies.join('')}<h4>Errors</h4><p class="codes">${codes.join(' ')}</p></details>
</section>`;
}

function accessTo(operation: Operation): string {
  const { scope, fresh } = operation;
  if (scope === 'public') return 'no key';
  const person = `${roleOf(operation)}${fresh ? ', signed in lately' : ''}`;
  return scope === 'person' ? `signed in: ${person}` : `scope ${scope} · signed in: ${person}`;
}

function part(title: string, schema: TSchema | undefined): string {
  return schema ? `<h4>${title}</h4>${shape(schema)}` : '';
}

function errorsPage(): string {
  const rows = PROBLEM_CODES.map(
    (code) =>
      `<tr id="${code}"><td>${PROBLEMS[code].status}</td><td><code>${code}</code></td><td>${escaped(PROBLEMS[code].title)}</td></tr>`,
  );
  return `<main>
<h1>Errors</h1>
<p>Every answer that is not a success has this form (RFC 9457). <code>error</code> is the stable code; <code>detail</code>
is for people. Some codes bring members of their own, such as <code>issues</code> or <code>current_status</code>.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>
</main>`;
}

/** An object as a table of its members, one level of nesting as dot paths; anything else in a word. */
function shape(schema: TSchema): string {
  const members = membersOf(schema as TObject, '');
  if (members.length === 0) return `<p><code>${escaped(typeOf(schema))}</code></p>`;
  const rows = members.map(
    ({ name, required, schema: member }) =>
      `<tr><td><code>${escaped(name)}</code>${required ? '' : ' <i>optional</i>'}</td><td>${escaped(typeOf(member))}</td><td>${escaped(notesOf(member))}</td></tr>`,
  );
  return `<div class="scroll"><table><tbody>${rows.join('')}</tbody></table></div>`;
}

interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly schema: TSchema;
}

function membersOf(schema: Partial<TObject>, prefix: string): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const name = `${prefix}${key}`;
    const own = { name, required: schema.required?.includes(key) ?? false, schema: member as TSchema };
    return prefix.includes('.') ? [own] : [own, ...membersOf(member as Partial<TObject>, `${name}.`)];
  });
}

interface AnySchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly AnySchema[];
  readonly items?: AnySchema;
  readonly description?: string;
  readonly [limit: string]: unknown;
}

function typeOf(schema: TSchema): string {
  const { type, enum: values, const: only, anyOf, items } = schema as AnySchema;
  if (values) return values.map((value) => `"${value}"`).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return anyOf.map((option) => typeOf(option as TSchema)).join(' | ');
  if (items) return `${typeOf(items as TSchema)} []`;
  return type ?? 'any JSON value';
}

const LIMITS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems', 'default', 'format'];

function notesOf(schema: TSchema): string {
  const given = schema as AnySchema;
  const limits = LIMITS.filter((limit) => given[limit] !== undefined).map((limit) => `${limit} ${given[limit]}`);
  return [given.description, limits.join(', ')].filter(Boolean).join(' · ');
}
