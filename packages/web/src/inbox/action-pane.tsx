// One action: who asks, what exactly, what is odd about it, and the bar that decides.

import type { InboxAction } from '@countersign/contract';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Preview } from '../content/preview.tsx';
import { ShownCode, ShownText, ShownTitle } from '../content/shown-text.tsx';
import { demoIds } from '../first-run/demo.ts';
import { t, tn } from '../i18n/translate.ts';
import { hearAgain, useKeys } from '../keyboard/keys.ts';
import { onLive } from '../live/connection.ts';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { later } from '../parts/later.tsx';
import { say } from '../parts/toasts.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { codeOf, wordsFor } from '../problem-words.ts';
import { ActionHead, openTarget } from './action-head.tsx';
import { forgetAction, loadAction } from './actions-cache.ts';
import { copy } from './copy.ts';
import { DecisionBar, NOT_SHOWN } from './decision-bar.tsx';
import { type Draft, draftNow, drafts, forgetDraft, isChanged, keepDraft } from './draft.ts';
import { inSightMs, useLooking } from './looking.ts';
import { Payload } from './payload.tsx';
import { readOn, useReading } from './reading.ts';
import { askBulk } from './selection.ts';
import { shown } from './store.ts';

/** With its libraries: loaded when someone edits. */
const Editor = later(() => import('../editor/editor.tsx').then((page) => page.Editor));
const WhatBecame = later(() => import('./what-became.tsx').then((part) => part.WhatBecame));
/** What warns is fetched with the first warning; until it is there, nothing of the action is approved. */
const Warnings = later(() => import('./warnings.tsx').then((part) => part.Warnings));
const Confirm = later(() => import('../parts/confirm.tsx').then((part) => part.Confirm));
const DraftKept = later(() => import('./draft-kept.tsx').then((part) => part.DraftKept));
const Coach = later(() => import('../first-run/coach.tsx').then((part) => part.Coach), { quiet: true });

interface Props {
  readonly id: string;
  /** Called when it has been decided and the next one is current. */
  readonly onLeft: () => void;
}

export function ActionPane({ id, onLeft }: Props) {
  const [action, setAction] = useState<InboxAction>();
  const [problem, setProblem] = useState<NoAction>();
  const [version, setVersion] = useState(0);
  const [snoozing, setSnoozing] = useState(false);
  useEffect(() => {
    let current = true;
    loadAction(id).then(
      (loaded) => {
        if (!current) return;
        setAction(loaded);
        setProblem(undefined);
      },
      (error) => current && setProblem({ words: wordsFor(error), gone: codeOf(error) === 'not_found' }),
    );
    prefetchNext(id);
    return () => {
      current = false;
    };
  }, [id, version]);
  useEffect(
    () =>
      onLive(({ type, data }) => {
        if ((data.id !== id || type === 'presence') && type !== 'reset') return;
        setVersion((n) => n + 1);
      }),
    [id],
  );
  const look = () => {
    forgetAction(id);
    setVersion((n) => n + 1);
  };
  if (problem && (problem.gone || !action)) return <NotThere id={id} problem={problem} onRetry={look} />;
  if (!action) return <NotYet id={id} onSnooze={() => setSnoozing(true)} />;
  return <Shown action={action} snoozing={snoozing} onLeft={onLeft} onChanged={look} />;
}

interface NoAction {
  readonly words: string;
  readonly gone: boolean;
}

interface NotThereProps {
  readonly id: string;
  readonly problem: NoAction;
  readonly onRetry: () => void;
}

function NotThere({ id, problem, onRetry }: NotThereProps) {
  const draft = drafts.value.get(id);
  return (
    <section class="action-pane empty" aria-label={t('Action')} tabIndex={-1}>
      <div class="stack">
        <p role="alert">{problem.gone ? t('There is no such action, or it was removed.') : problem.words}</p>
        {draft && isChanged(draft) && <DraftKept id={id} draft={draft} />}
        <div class="row-of">
          {!problem.gone && (
            <button type="button" class="button main" onClick={onRetry}>
              {t('Try again')}
            </button>
          )}
          <a class="button" href="/inbox">
            {t('To the inbox')}
          </a>
        </div>
      </div>
    </section>
  );
}

/** What the row tells, until the rest is there; nothing can be decided before. Snoozing is asked about as soon as it can be. */
function NotYet({ id, onSnooze }: { readonly id: string; readonly onSnooze: () => void }) {
  const pane = useRef<HTMLElement>(null);
  useFocusHandedOn(pane);
  const row = shown.peek().find((one) => one.id === id);
  const wait = (verdict: 'approve' | 'reject') => () => {
    hearAgain();
    if (askBulk(verdict)) return; // what is picked need not be on the screen
    say(t(NOT_SHOWN));
  };
  const [yes, no] = [wait('approve'), wait('reject')];
  useKeys({ approve: yes, approve_anyway: yes, reject: no, reject_because: no, snooze: onSnooze }, []);
  return (
    <section class="action-pane" aria-label={t('Action')} aria-busy="true" ref={pane}>
      <header class="action-head">
        <div class="who">{row && <ShownCode text={row.kind} />}</div>
        <h2>{row && <ShownTitle text={row.title} />}</h2>
      </header>
      <div class="reading" tabIndex={-1}>
        <Waiting words={t('Loading the text')} />
      </div>
    </section>
  );
}

function prefetchNext(id: string): void {
  const at = shown.value.findIndex((row) => row.id === id);
  const next = shown.value[at + 1];
  if (at >= 0 && next) void loadAction(next.id).catch(() => undefined); // it is asked for again when it is looked at
}

/** When the text came on the screen, by the time in which the page is in sight: on a phone not while the list is in its place. */
function useShownAt(box: RefObject<HTMLElement | null>, drawn: boolean): number | undefined {
  const [shownAt, setShownAt] = useState<number>();
  useEffect(() => {
    const element = box.current;
    if (!element || !drawn) return;
    const look = () => setShownAt((before) => (element.offsetHeight ? (before ?? inSightMs()) : undefined));
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawn]);
  return shownAt;
}

const toWarning = (box: HTMLElement | null, by: 1 | -1) =>
  void import('./warnings.tsx').then((part) => part.toWarning(box, by));

interface ShownProps {
  readonly action: InboxAction;
  readonly snoozing: boolean;
  readonly onLeft: () => void;
  readonly onChanged: () => void;
}

function Shown({ action, snoozing, onLeft, onChanged }: ShownProps) {
  const pane = useRef<HTMLElement>(null);
  useFocusHandedOn(pane);
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const shownAt = useShownAt(box, drawn);
  const [source, setSource] = useState(false);
  const [payload, setPayload] = useState(false);
  const [named, setNamed] = useState(false);
  const warned = action.untrusted || action.flags.length > 0 || action.looks_like !== undefined;
  const draft = drafts.value.get(action.id);
  const setDraft = (next: Draft | undefined) => (next ? keepDraft(action.id, next) : forgetDraft(action.id));
  const [asking, setAsking] = useState(false);
  const discard = () => {
    const written = draftNow(action.id);
    if (written && isChanged(written)) setAsking(true);
    else setDraft(undefined);
  };
  const end = useRef<HTMLSpanElement>(null);
  const reading = useReading(box, end, shownAt);
  useLooking(action.id, shownAt, reading.end);
  useKeys(
    {
      page_down: () => box.current && readOn(box.current),
      page_up: () => box.current?.scrollBy({ top: -box.current.clientHeight * 0.9 }),
      payload: () => setPayload((open) => !open),
      source: () => setSource((on) => !on),
      next_warning: () => toWarning(box.current, 1),
      previous_warning: () => toWarning(box.current, -1),
      open_target: () => openTarget(action),
      copy_link: () => void copy(action.inbox_url, t('Permalink copied')),
      copy_id: () => void copy(action.id, t('Action id copied')),
    },
    [action],
  );
  const onShown = () => setDrawn(true);
  return (
    <section class="action-pane" aria-label={t('Action: {title}', { title: action.title })} ref={pane}>
      <ActionHead action={action} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="reading" ref={box} tabIndex={0} aria-label={t('Preview')}>
        {draft && action.status !== 'pending' && <DraftKept id={action.id} action={action} draft={draft} />}
        {warned && <Warnings action={action} onNamed={setNamed} />}
        {draft ? (
          <Editor action={action} draft={draft} onShown={onShown} onChange={setDraft} onDiscard={discard} />
        ) : (
          <Preview action={action} source={source} onShown={onShown} />
        )}
        {action.undo && (
          <p class="small">
            <b>{t('How to undo:')}</b>{' '}
            <bdi translate={false}>
              <ShownText text={action.undo} />
            </bdi>
          </p>
        )}
        {action.idempotent === false && <p class="small soft">{t('Cannot be safely repeated.')}</p>}
        <div class="end-mark">
          <span ref={end} />
          <Payload action={action} open={payload} onToggle={() => setPayload(!payload)} />
        </div>
        <WhatBecame action={action} onResent={onChanged} />
      </section>
      {reading.below > 2 && (
        <button type="button" class="button small below" onClick={() => box.current && readOn(box.current)}>
          {tn(reading.below, '{count} more line', '{count} more lines')} ↓
        </button>
      )}
      {action.status === 'pending' && demoIds.value.includes(action.id) && <Coach id={action.id} />}
      <DecisionBar
        action={action}
        draft={draft}
        onDraft={setDraft}
        onDiscard={discard}
        reading={reading}
        named={named || !warned}
        shownAt={shownAt}
        snoozing={snoozing}
        onLeft={onLeft}
      />
      {asking && (
        <Confirm
          title={t('Discard your draft?')}
          yes={t('Discard')}
          onYes={() => setDraft(undefined)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
