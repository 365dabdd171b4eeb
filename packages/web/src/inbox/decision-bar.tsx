// Approve or reject, after the action has been on the screen: to its end, unless the reviewer says otherwise aloud.

import type { InboxAction } from '@countersign/contract';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { number, t, tn } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { hearAgain, useKeys } from '../keyboard/keys.ts';
import { liveState } from '../live/connection.ts';
import { byTouch } from '../parts/by-touch.ts';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { Icon } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { makeRoom, say, unsay } from '../parts/toasts.tsx';
import { isMe, may } from '../session.ts';
import { canBeEdited, type Draft, draftNow, forgetDraft, isChanged, NEW_DRAFT, reasons } from './draft.ts';
import { decide, sending } from './holds.ts';
import { inSightMs } from './looking.ts';
import type { Reading } from './reading.ts';
import { askBulk } from './selection.ts';

/** With the rest of what became of it, which is there by then. */
const Outcome = later(() => import('./what-became.tsx').then((part) => part.Outcome));
const HeldByMe = later(() => import('./held-by-me.tsx').then((part) => part.HeldByMe), { quiet: true });
const SnoozeDialog = later(() => import('./snooze-dialog.tsx').then((part) => part.SnoozeDialog));
const MoreCommands = later(() => import('./more-commands.tsx').then((part) => part.MoreCommands));
const HoldButton = later(() => import('./hold-button.tsx').then((part) => part.HoldButton));
const RejectDialog = later(() => import('./reject-dialog.tsx').then((part) => part.RejectDialog));

interface Props {
  readonly action: InboxAction;
  readonly draft: Draft | undefined;
  readonly onDraft: (draft: Draft | undefined) => void;
  readonly onDiscard: () => void;
  readonly reading: Reading;
  /** Its warnings have been on the screen, or it has none. */
  readonly named: boolean;
  /** When the text came on the screen; undefined while it is still loading. */
  readonly shownAt: number | undefined;
  /** Asked for before there was a bar. */
  readonly snoozing: boolean;
  readonly onLeft: () => void;
}

/** So that a key meant for the action before does not decide this one. */
const SETTLE_MS = 400;

export const NOT_SHOWN = 'Not yet: its text is not on the screen.';

export function DecisionBar({ action, draft, onDraft, onDiscard, reading, named, shownAt, snoozing, onLeft }: Props) {
  const settled = useSettled(shownAt);
  const [reason, setReason] = useState(false);
  const [later, setLater] = useState(snoozing && may('reviewer'));
  const [more, setMore] = useState(false);
  const over = action.status !== 'pending' || action.expires_at <= now.value;
  const canEdit = canBeEdited(action);
  const approved = approvedWords(action);
  const hold = isMe(action.held_by) ? action.held_by : undefined;
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(makeRoom, [over, !hold, approved, draft === undefined, liveState.value]);

  /** The server; else it is said that it is not. */
  const isThere = () => {
    if (!isOffline()) return true;
    say(t('Offline. Decisions need the server.'));
    return false;
  };
  const ready = () => {
    if (over || reason || later || !may('reviewer')) return false; // what is typed while the dialog is fetched decides nothing
    if (!isThere()) return false;
    if (shownAt === undefined) say(t(NOT_SHOWN));
    return shownAt !== undefined && inSightMs() - shownAt >= SETTLE_MS;
  };
  const send = async (decision: 'approve' | 'reject', comment?: string) => {
    const draft = draftNow(action.id);
    const view = { ms: Math.round(inSightMs() - (shownAt ?? 0)), end: reading.end };
    const edited = decision === 'approve' ? { ...draft?.edited } : {};
    const verdict = {
      decision,
      view,
      ...(comment !== undefined && comment !== '' && { comment }),
      ...(Object.keys(edited).length > 0 && { edited }),
    };
    const reason = comment ?? reasons.get(action.id) ?? '';
    const keepReason = () => void reasons.set(action.id, reason);
    keepReason();
    const then = {
      onDone: () => {
        forgetDraft(action.id);
        reasons.delete(action.id);
      },
      onUndone: () => {
        onDraft(draft);
        keepReason();
      },
    };
    const sent = decide(action, verdict, then);
    if (!action.step_up || decision === 'reject') onLeft();
    else if (await sent) onLeft(); // it stays until the passkey has signed
  };
  /** What is missing before this one can be approved: no longer said of the next. */
  const hint = useRef(0);
  useEffect(() => () => unsay(hint.current), [action.id]);
  const tell = (words: string) => {
    hint.current = say(words);
  };
  const approve = (anyway: boolean) => {
    const draft = draftNow(action.id);
    if (!ready()) return;
    if (approved) return void say(approved);
    if (draft?.wrong !== undefined) return void say(draft.wrong);
    if (!named) return tell(t('Not yet: its warnings have not been on the screen.'));
    if (!reading.end && (action.must_read || !anyway))
      return void import('./unread-hint.ts').then(
        (part) => tell(part.unreadHint(action, reading, draft !== undefined && isChanged(draft))),
        () => tell(t('The server cannot be reached.')),
      );
    void send('approve');
  };
  const reject = () => ready() && void send('reject');
  const edit = () => !over && may('reviewer') && canEdit && onDraft(draftNow(action.id) ?? NEW_DRAFT);

  useKeys({
    approve: () => !askBulk('approve') && !draftNow(action.id) && approve(false),
    approve_anyway: () => !askBulk('approve') && approve(true),
    reject: () => !askBulk('reject') && reject(),
    reject_because: () => (!askBulk('reject') && ready() ? setReason(true) : hearAgain()),
    edit,
    snooze: () => (!over && may('reviewer') && isThere() ? setLater(true) : hearAgain()),
    ...(draft && { back: onDiscard }),
  });
  useLayoutEffect(() => {
    if (!draft) return;
    const send = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      const elsewhere = (part: EventTarget) => part instanceof Element && part.matches('dialog, .list-head');
      if (event.repeat || event.composedPath().some(elsewhere)) return; // who searches decides nothing; a dialog has its own keys
      event.preventDefault();
      approve(false);
    };
    addEventListener('keydown', send);
    return () => removeEventListener('keydown', send);
  });

  /** Beside the bar, so that what is being written stays when the bar goes. */
  const because = reason && (
    <RejectDialog
      action={action}
      over={over}
      onClose={() => setReason(false)}
      onReject={(comment) => {
        setReason(false);
        void send('reject', comment);
      }}
    />
  );
  if (over)
    return (
      <>
        <Outcome action={action} />
        {because}
      </>
    );
  if (!may('reviewer'))
    return (
      <footer class="decision-bar">
        <span class="grow">{t('Your role is viewer. Reviewers and admins decide.')}</span>
      </footer>
    );
  const busy = sending.value.has(action.id) || shownAt === undefined || isOffline();
  return (
    <>
      <footer class="decision-bar" aria-busy={!settled} ref={bar}>
        <HandsOnFocus from={bar} />
        {hold && <HeldByMe id={action.id} hold={hold} />}
        <span class={`grow ${isOffline() || approved ? 'why-not' : ''}`}>
          <Content action={action} draft={draft} approved={approved} onEdit={edit} onDiscard={onDiscard} />
        </span>
        <button type="button" class="button quiet snooze" onClick={() => setLater(true)} disabled={isOffline()}>
          {t('Snooze')} <Key of="snooze" />
        </button>
        <button type="button" class="button quiet because" onClick={() => ready() && setReason(true)} disabled={busy}>
          {t('Reject because…')}
        </button>
        <button type="button" class="button quiet" aria-label={t('More')} onClick={() => setMore(true)}>
          <Icon name="more" />
        </button>
        <span class="verdicts">
          <button type="button" class="button stop" onClick={reject} disabled={busy}>
            {t('Reject')} <Key of="reject" />
          </button>
          <ApproveButton {...{ action, draft, approved, reading, busy }} onApprove={() => approve(false)} />
        </span>
        {more && (
          <MoreCommands action={action} isRead={reading.end} mayApprove={!approved} onClose={() => setMore(false)} />
        )}
        {later && <SnoozeDialog action={action} onClose={() => setLater(false)} onSnoozed={onLeft} />}
      </footer>
      {because}
    </>
  );
}

const isOffline = () => liveState.value === 'offline';

interface ContentProps {
  readonly action: InboxAction;
  readonly draft: Draft | undefined;
  readonly approved: string | undefined;
  readonly onEdit: () => void;
  readonly onDiscard: () => void;
}

/** What can be done to the content before it is decided, or why it cannot be decided. */
function Content({ action, draft, approved, onEdit, onDiscard }: ContentProps) {
  if (isOffline()) return <>{t('Offline. Decisions need the server.')}</>;
  if (approved) return <span role="status">{approved}</span>;
  if (draft)
    return (
      <button type="button" class="link-button" onClick={onDiscard}>
        {t('Discard draft')}
      </button>
    );
  if (!canBeEdited(action)) return <span class="not-editable">{t('Not editable')}</span>;
  return (
    <button type="button" class="button quiet" onClick={onEdit}>
      {t('Edit')} <Key of="edit" />
    </button>
  );
}

interface ApproveProps {
  readonly action: InboxAction;
  readonly draft: Draft | undefined;
  readonly approved: string | undefined;
  readonly reading: Reading;
  readonly busy: boolean;
  readonly onApprove: () => void;
}

/** Says how far it was read until it can be approved; what a passkey will sign is held down by a finger. */
function ApproveButton({ action, draft, approved, reading, busy, onApprove }: ApproveProps) {
  const disabled = busy || approved !== undefined;
  const edited = draft && isChanged(draft) && t('Approve with edits');
  if (action.step_up && reading.end && byTouch())
    return (
      <HoldButton onHeld={onApprove} disabled={disabled}>
        {edited || t('Hold to approve')}
      </HoldButton>
    );
  const isRead = reading.end || approved !== undefined;
  const label = isRead
    ? edited || approveWords(action, approved !== undefined)
    : t('Read {percent}', { percent: number(reading.percent / 100, { style: 'percent' }) });
  return (
    <button type="button" class={`button go ${isRead ? '' : 'unread'}`} onClick={onApprove} disabled={disabled}>
      {label} {draft ? <kbd>{t('Ctrl')} ↵</kbd> : <Key of="approve" />}
    </button>
  );
}

/** Someone else was first, or the clock: then the buttons are gone, and one of them may have had the focus. */
function HandsOnFocus({ from }: { readonly from: RefObject<HTMLElement | null> }) {
  useFocusHandedOn(from);
  return null;
}

/** Whether keys count already: told to whoever waits for the bar. */
function useSettled(shownAt: number | undefined): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (shownAt === undefined) return;
    const timer = setTimeout(() => setSettled(true), Math.ceil(shownAt + SETTLE_MS - inSightMs())); // not a part of a millisecond before they do
    return () => clearTimeout(timer);
  }, [shownAt]);
  return settled;
}

/** Each counts once: whoever has given one of several approvals is told whom it waits for. */
function approvedWords({ approved_by_me, approvals: { required, given } }: InboxAction): string | undefined {
  if (!approved_by_me) return undefined;
  return tn(
    required - given,
    'You approved; one more person is needed.',
    'You approved; {count} more people are needed.',
  );
}

function approveWords({ step_up, approvals: { required, given } }: InboxAction, isDone: boolean): string {
  if (isDone) return t('Approved');
  if (step_up) return t('Approve with a passkey');
  return required > 1 ? t('Approve ({given} of {required})', { given: given + 1, required }) : t('Approve');
}
