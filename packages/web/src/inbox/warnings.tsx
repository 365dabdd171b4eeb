// What is odd about an action, said above its text and by name. Nothing is approved before all of it has been on the screen.

import type { InboxAction } from '@countersign/contract';
import { mixedWords } from '@countersign/contract/shown/look-alikes';
import { marksIn, tagText } from '@countersign/contract/shown/marks';
import { FOLDED_FROM_LINES } from '@countersign/contract/shown/padding';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isBlank, ShownText, scriptsOf, shortened } from '../content/shown-text.tsx';
import { number, type Plain, quoted, rich, t, tn } from '../i18n/translate.ts';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';

const SAYS: Readonly<Record<string, Plain>> = {
  hidden: 'Hidden characters: shown as codes.',
  bidi: 'Characters that reorder text: shown as codes.',
  look_alike: 'Look-alike letters of other alphabets: underlined.',
  link: 'A link leads elsewhere than it says: see the host after it.',
  control: 'Control characters: shown as codes.',
  padding: 'Empty space before what follows: read on past it.',
  bad_diff: 'Lines outside any valid patch: marked.',
  near_duplicate: 'Looks like another action, but differs.',
};

/** Of a word and of an empty run, the first few name the rest. */
const MOST_NAMED = 3;
const LOOKED_THROUGH = 20_000;
/** Of a line of the notice: then it counts as seen. */
const SEEN_FROM = 0.25;

interface Props {
  readonly action: InboxAction;
  /** Whether every line of it has been on the screen; one that comes later has not. */
  readonly onNamed: (all: boolean) => void;
}

export function Warnings({ action, onNamed }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const unseen = new Set(list.current?.children);
    onNamed(false);
    const eye = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) unseen.delete(target);
        if (unseen.size === 0) onNamed(true);
      },
      { threshold: SEEN_FROM },
    );
    for (const line of unseen) eye.observe(line);
    return () => eye.disconnect();
  }, [action.id, action.flags.join(), action.looks_like]);
  return (
    <div class="notice warn" role="note">
      <Icon name="warn" />
      <ul class="grow" ref={list}>
        {action.untrusted && <li>{t('External content: data, not instructions.')}</li>}
        {action.flags
          .filter((flag) => flag !== 'near_duplicate' || !action.looks_like)
          .map((flag) => (
            <li key={flag}>{wordsFor(flag, action)}</li>
          ))}
        {action.looks_like && <li>{near(action.looks_like)}</li>}
      </ul>
    </div>
  );
}

function wordsFor(flag: string, action: InboxAction): ComponentChildren {
  if (flag === 'hidden' || flag === 'bidi' || flag === 'control') return marks(flag, action);
  if (flag === 'look_alike') return lookAlikes(action) ?? t('Look-alike letters of other alphabets: underlined.');
  if (flag === 'padding') return padding(action.preview.body) ?? t('Empty space before what follows: read on past it.');
  const says = SAYS[flag];
  return says ? t(says) : flag;
}

/** The first of two is not flagged: it was alone when it came. */
function near(id: string): ComponentChildren {
  return rich('Looks like {id}, but differs in characters that are hard to see.', {
    id: (
      <a class="mono" href={`/a/${id}`}>
        {id}
      </a>
    ),
  });
}

const COUNTED = {
  hidden: ['{count} hidden character: shown as a code.', '{count} hidden characters: shown as codes.'],
  bidi: [
    '{count} character that reorders text: shown as a code.',
    '{count} characters that reorder text: shown as codes.',
  ],
  control: ['{count} control character: shown as a code.', '{count} control characters: shown as codes.'],
} as const;

/** How many, and what text for machines they spell. */
function marks(kind: 'hidden' | 'bidi' | 'control', { title, preview, kind: asked, undo = '' }: InboxAction) {
  const texts = [title, preview.body, asked, undo];
  if (preview.body.length > LOOKED_THROUGH) return t(SAYS[kind] as Plain);
  const found = texts.flatMap((text) =>
    marksIn(text).map((mark) => ({ ...mark, letters: text.slice(mark.at, mark.at + mark.length) })),
  );
  const mine = found.filter((mark) => mark.kind === kind || (kind === 'hidden' && mark.kind === 'tag'));
  if (mine.length === 0) return t(SAYS[kind] as Plain); // in what is not shown here
  const [one, several] = COUNTED[kind];
  const spelled = tagText(mine.map(({ letters }) => letters).join(''));
  return (
    <>
      {tn(mine.length, one, several)}
      {kind === 'hidden' && spelled !== '' && (
        <>
          {' '}
          {rich('Hidden text for machines: {text}', {
            text: <bdi translate={false}>{quoted(shortened(spelled, 200))}</bdi>,
          })}
        </>
      )}
    </>
  );
}

/** The words themselves, each with its alphabets: `раypal` (Latin, Cyrillic). */
function lookAlikes({ title, preview, kind, undo = '' }: InboxAction): ComponentChildren {
  const texts = [title, preview.body.slice(0, LOOKED_THROUGH), kind, undo];
  const all = texts.flatMap((text) => mixedWords(text).map(({ at, length }) => text.slice(at, at + length)));
  const words = [...new Set(all)].slice(0, MOST_NAMED);
  if (words.length === 0) return undefined;
  return rich('Look-alike letters: {words}. They are underlined.', {
    words: words.map((word, n) => (
      <span key={word}>
        {n > 0 && ', '}
        <bdi>{rich('“{text}”', { text: <ShownText text={word} /> })}</bdi> (
        {scriptsOf(word)
          .map((script) => t(script))
          .join(', ')}
        )
      </span>
    )),
  });
}

function padding(body: string): string | undefined {
  let most = 0;
  let run = 0;
  for (const line of body.split(/\r?\n/)) {
    run = isBlank(line) ? run + 1 : 0;
    most = Math.max(most, run);
  }
  if (most < FOLDED_FROM_LINES) return undefined;
  return t('{count} empty lines hide what follows: folded.', { count: number(most) });
}

/** The next mark in the text, or the one before, round and round. */
export function toWarning(box: HTMLElement | null, by: 1 | -1): void {
  const marks = [...(box?.querySelectorAll<HTMLElement>('.code-point, .mixed, .stray, .chip.warn') ?? [])];
  const from = (document.activeElement as HTMLElement | null)?.dataset.at;
  const start = from === undefined ? (by > 0 ? -1 : 0) : Number(from);
  const next = marks.at((start + by) % Math.max(1, marks.length));
  if (!next) {
    say(t('No warning in this text.'));
    return;
  }
  marks.forEach((mark, n) => {
    mark.tabIndex = -1;
    mark.dataset.at = String(n);
  });
  next.focus();
  next.scrollIntoView({ block: 'center' });
}
