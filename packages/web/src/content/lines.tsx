// A text line by line, plain unless it is read otherwise. Runs of empty lines are folded and named; of a long text only what is near the
// window is in the page.

import { FOLDED_FROM_LINES } from '@countersign/contract/shown/padding';
import type { DiffLineKind } from '@countersign/contract/shown/unified-diff';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { isBlank, ShownText } from './shown-text.tsx';

export interface Line {
  readonly label: string;
  readonly text: string;
  readonly kind: DiffLineKind | 'folded';
}

export interface Shows {
  readonly text: string;
  readonly onShown: () => void;
}

interface Props extends Shows {
  readonly look?: string;
  readonly read?: (text: string) => readonly Line[];
}

/** What is drawn at a time: so many lines, or so many characters. */
const LINES_A_CHUNK = 150;
const CHARACTERS_A_CHUNK = 8000;
/** Each keeps its room with an element of its own. */
const MAX_CHUNKS = 200;
/** A line longer than this is drawn in several, so that no single one is a wall. */
const LINE_MAX = 1000;
const LINE_REM = 1.375;
/** About as many fit on a line of the page: for the room that is kept. */
const WRAPS_AT = 100;

export function Lines({ text, look = 'lines', read = plainLines, onShown }: Props) {
  const chunks = useMemo(() => chunked(read(text)), [text]);
  useEffect(onShown, [text]);
  return (
    <div class={look}>
      {chunks.map((chunk, index) => (
        <Chunk key={index} lines={chunk} eager={index === 0} />
      ))}
    </div>
  );
}

/** One eye for all pieces: thousands of them would each cost the page something. */
const nearing = new WeakMap<Element, () => void>();
const eye = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) nearing.get(target)?.();
  },
  { rootMargin: '600px' },
);

/** Drawn when it comes near the window; until then it only takes its room. */
function Chunk({ lines, eager }: { readonly lines: readonly Line[]; readonly eager: boolean }) {
  const [near, setNear] = useState(eager);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (near || !element) return;
    nearing.set(element, () => setNear(true));
    eye.observe(element);
    return () => eye.unobserve(element);
  }, [near]);
  if (!near) return <div ref={box} style={{ blockSize: `${heightOf(lines)}rem` }} />;
  return (
    <div ref={box}>
      {lines.map((line, index) => (
        <div key={index} class={`line ${line.kind}`}>
          <span>{line.label}</span>
          <span dir="auto">
            <ShownText text={line.text} />
          </span>
        </div>
      ))}
    </div>
  );
}

function chunked(lines: readonly Line[]): Line[][] {
  const chunks: Line[][] = [];
  let chunk: Line[] = [];
  let characters = 0;
  const most = Math.max(LINES_A_CHUNK, Math.ceil(lines.length / MAX_CHUNKS));
  for (const line of lines) {
    chunk.push(line);
    characters += line.text.length * weightOf(line.text);
    if (chunk.length < most && characters < CHARACTERS_A_CHUNK) continue;
    chunks.push(chunk);
    [chunk, characters] = [[], 0];
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

/** Characters that may each be drawn as an element of their own weigh more; a look at the beginning tells. */
function weightOf(text: string): number {
  const odd = text.slice(0, 400).match(/[^\x20-\x7e\t]/g)?.length ?? 0;
  return odd > 100 ? 8 : 1;
}

function heightOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + Math.max(1, Math.ceil(text.length / WRAPS_AT)), 0) * LINE_REM;
}

function plainLines(text: string): Line[] {
  const lines: Line[] = [];
  let empty = 0;
  const settle = () => {
    if (empty >= FOLDED_FROM_LINES)
      lines.push({ label: '⋯', text: t('{count} empty lines', { count: empty }), kind: 'folded' });
    else for (let n = 0; n < empty; n++) lines.push({ label: '', text: '', kind: 'same' });
    empty = 0;
  };
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .forEach((line, index) => {
      if (isBlank(line)) empty++;
      else {
        settle();
        pieces(line).forEach((text, n) => {
          lines.push({ label: n === 0 ? String(index + 1) : '', text, kind: 'same' });
        });
      }
    });
  settle();
  return lines;
}

/** No character is cut in half. */
function pieces(line: string): string[] {
  const all: string[] = [];
  for (let at = 0, end = 0; at < line.length; at = end) {
    end = at + LINE_MAX;
    if (/[\ud800-\udbff]/.test(line.charAt(end - 1))) end--;
    all.push(line.slice(at, end));
  }
  return all;
}
