// Text from outside, with everything that would not be seen made visible: codes for hidden characters, words of mixed
// scripts underlined. The only way such text reaches the page.

import { mixedWords } from '@countersign/contract/shown/look-alikes';
import { codePoint, type MarkKind, marksIn, tagText, withoutMarks } from '@countersign/contract/shown/marks';
import type { ComponentChildren } from 'preact';
import { type Plain, quoted, t } from '../i18n/translate.ts';

interface Span {
  readonly at: number;
  readonly length: number;
  readonly show: (piece: string) => ComponentChildren;
}

const MEANS: Readonly<Record<MarkKind, Plain>> = {
  bidi: 'changes the direction of text',
  hidden: 'invisible',
  tag: 'hidden text for machines',
  control: 'control character',
};
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'] as const;

/** Plain text is by far the most: it is given back as it is. */
export function ShownText({ text }: { readonly text: string }) {
  return <>{pieces(text, [...markSpans(text), ...wordSpans(text)])}</>;
}

/** Nothing of it is seen. Some characters are trimmed like blanks, and yet shown as codes. */
export const isBlank = (text: string): boolean => text.trim() === '' && withoutMarks(text) === text;

/** Of so many characters at most, none cut in half; where something is left out, that is seen. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…`;

/** A title: never an empty-looking line. */
export function ShownTitle({ text }: { readonly text: string }) {
  return (
    <bdi dir="auto" translate={false}>
      {isBlank(text) ? <i>{t('(blank title)')}</i> : <ShownText text={text} />}
    </bdi>
  );
}

/** Who someone is, in a sentence of ours: it must not turn that round. */
export function ShownName({ text }: { readonly text: string }) {
  return (
    <bdi translate={false}>
      <ShownText text={text} />
    </bdi>
  );
}

/** A name, such as a kind or a path. By itself, so that nothing beside it is reordered. */
export function ShownCode({ text }: { readonly text: string }) {
  return (
    <code>
      <bdi translate={false}>
        <ShownText text={text} />
      </bdi>
    </code>
  );
}

function pieces(text: string, spans: Span[]): ComponentChildren[] {
  if (spans.length === 0) return [text];
  spans.sort((a, b) => a.at - b.at || b.length - a.length);
  const shown: ComponentChildren[] = [];
  let at = 0;
  for (const span of spans) {
    if (span.at < at) continue; // inside a word that is shown already
    shown.push(text.slice(at, span.at), span.show(text.slice(span.at, span.at + span.length)));
    at = span.at + span.length;
  }
  shown.push(text.slice(at));
  return shown;
}

function markSpans(text: string): Span[] {
  return marksIn(text).map(({ at, length, kind }) => ({
    at,
    length,
    show: (piece) => (
      <span class="code-point" title={`${t(MEANS[kind])}${kind === 'tag' ? `: ${quoted(tagText(piece))}` : ''}`}>
        {codePoint(piece)}
      </span>
    ),
  }));
}

function wordSpans(text: string): Span[] {
  return mixedWords(text).map(({ at, length }) => ({
    at,
    length,
    show: (word) => (
      <span
        class="mixed"
        title={scriptsOf(word)
          .map((script) => `${t(script)}: ${lettersOf(word, script).join(' ')}`)
          .join('; ')}
      >
        {pieces(word, markSpans(word))}
      </span>
    ),
  }));
}

const lettersOf = (word: string, script: (typeof SCRIPTS)[number]) =>
  [...word].filter((letter) => new RegExp(`\\p{Script=${script}}`, 'u').test(letter));

/** The alphabets a word is written in, of those that are taken for each other. */
export const scriptsOf = (word: string) => SCRIPTS.filter((script) => lettersOf(word, script).length > 0);
