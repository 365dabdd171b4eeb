// Text from outside, with everything that would not be seen made visible: codes for hidden characters, words of mixed
// scripts underlined. The only way such text reaches the page.

import { mixedWords } from '@countersign/contract/shown/look-alikes';
import { codePoint, type MarkKind, marksIn, tagText } from '@countersign/contract/shown/marks';
import type { ComponentChildren } from 'preact';

interface Span {
  readonly at: number;
  readonly length: number;
  readonly show: (piece: string) => ComponentChildren;
}

const MEANS: Readonly<Record<MarkKind, string>> = {
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

/** A title: never an empty-looking line. */
export function ShownTitle({ text }: { readonly text: string }) {
  return <bdi dir="auto">{text.trim() === '' ? <i>(blank title)</i> : <ShownText text={text} />}</bdi>;
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
      <span class="code-point" title={kind === 'tag' ? `${MEANS.tag}: “${tagText(piece)}”` : MEANS[kind]}>
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
      <span class="mixed" title={`Look-alike letters. ${lettersOf(word)}`}>
        {pieces(word, markSpans(word))}
      </span>
    ),
  }));
}

function lettersOf(word: string): string {
  return SCRIPTS.map(
    (script) => [script, [...word].filter((letter) => new RegExp(`\\p{Script=${script}}`, 'u').test(letter))] as const,
  )
    .filter(([, letters]) => letters.length > 0)
    .map(([script, letters]) => `${script}: ${letters.join(' ')}`)
    .join('; ');
}
