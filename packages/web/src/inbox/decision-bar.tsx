// Approve or reject, after the action has been on the screen: to its end, unless the reviewer says otherwise aloud.

import type { InboxAction } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import { ago, now } from '../clock.ts';
import { bindKeys, hearAgain } from '../keyboard/keys.ts';
import { liveState } from '../live/connection.ts';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { may } from '../session.ts';
import { canBeEdited, type Draft, forgetDraft, isChanged, NEW_DRAFT } from './draft.ts';
import { decide, sending } from './holds.ts';
import type { Reading } from './reading.ts';
import { askBulk } from './selection.ts';

const SnoozeDialog = lazy(() => import('./snooze-dialog.tsx').then((part) => part.SnoozeDialog));
const RejectDialog = lazy(() => import('./reject-dialog.tsx').then((part) => part.RejectDialog));

interface Props {
  readonly action: InboxAction;
  readonly draft: Draft | undefined;
  readonly onDraft: (draft: Draft | undefined) => void;
  readonly reading: Reading;
  /** When the text came on the screen; undefined while it is still loading. */
  readonly shownAt: number | undefined;
  readonly onLeft: () => void;
}

/** So that a key meant for the action before does not decide this one. */
const SETTLE_MS = 400;

export const NOT_SHOWN = 'Not yet: its text is not on the screen.';

export function DecisionBar({ action, draft, onDraft, reading, shownAt, onLeft }: Props) {
  const [reason, setReason] = useState(false);
  const [later, setLater] = useState(false);
  const over = action.status !== 'pending' || action.expires_at <= now.value;
  const canEdit = canBeEdited(action);

  const ready = () => {
    if (over || reason || later || !may('reviewer')) return false; // what is typed while the dialog is fetched decides nothing
    if (liveState.value === 'offline') {
      say('Offline. Decisions need the server.');
      return false;
    }
    if (shownAt === undefined) say(NOT_SHOWN);
    return shownAt !== undefined && performance.now() - shownAt >= SETTLE_MS;
  };
  const send = async (decision: 'approve' | 'reject', comment?: string) => {
    const view = { ms: Math.round(performance.now() - (shownAt ?? 0)), end: reading.end };
    const edited = decision === 'approve' ? { ...draft?.edited } : {};
    const sent = decide(action, {
      decision,
      view,
      ...(comment !== undefined && comment !== '' && { comment }),
      ...(Object.keys(edited).length > 0 && { edited }),
    });
    if (!action.step_up || decision === 'reject') onLeft();
    if (!(await sent)) return;
    forgetDraft(action.id);
    if (action.step_up && decision === 'approve') onLeft(); // it stays until the passkey has signed
  };
  const approve = (anyway: boolean) => {
    if (!ready()) return;
    if (draft?.wrong !== undefined) return void say(draft.wrong);
    if (!reading.end) {
      if (action.must_read) return void say(`${action.kind} must be read to its end. Space reads on.`);
      if (!anyway && !draft) return void say('Space reads on, Shift+A approves anyway.');
    }
    void send('approve');
  };
  const reject = () => ready() && void send('reject');
  const edit = () => !over && may('reviewer') && canEdit && onDraft(draft ?? NEW_DRAFT);

  useEffect(() =>
    bindKeys({
      approve: () => !askBulk('approve') && !draft && approve(false),
      approve_anyway: () => !askBulk('approve') && !draft && approve(true),
      reject: () => !askBulk('reject') && reject(),
      reject_because: () => (!askBulk('reject') && ready() ? setReason(true) : hearAgain()),
      edit,
      snooze: () => (!over && may('reviewer') ? setLater(true) : hearAgain()),
      ...(draft && { back: () => discard(draft, onDraft) }),
    }),
  );
  useEffect(() => {
    if (!draft) return;
    const send = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      approve(true);
    };
    addEventListener('keydown', send);
    return () => removeEventListener('keydown', send);
  });

  if (over) return <Outcome action={action} />;
  if (!may('reviewer'))
    return (
      <footer class="decision-bar">
        <span class="grow">Your role is viewer. Reviewers and admins decide.</span>
      </footer>
    );
  const busy = sending.value.has(action.id) || shownAt === undefined;
  const label = draft ? 'Approve with edits' : reading.end ? approveWords(action) : `Read ${reading.percent} %`;
  return (
    <footer class="decision-bar">
      <span class="grow">
        {draft ? (
          <button type="button" class="link-button" onClick={() => discard(draft, onDraft)}>
            Discard draft
          </button>
        ) : canEdit ? (
          <button type="button" class="button quiet" onClick={edit}>
            Edit <kbd>E</kbd>
          </button>
        ) : (
          'Not editable'
        )}
      </span>
      <button type="button" class="button quiet snooze" onClick={() => setLater(true)}>
        Not now <kbd>H</kbd>
      </button>
      <button type="button" class="button quiet" onClick={() => ready() && setReason(true)} disabled={busy}>
        Reject because…
      </button>
      <button type="button" class="button stop" onClick={reject} disabled={busy}>
        Reject <kbd>R</kbd>
      </button>
      <button type="button" class="button go" onClick={() => approve(false)} disabled={busy}>
        {label} <kbd>{draft ? 'Ctrl ↵' : 'A'}</kbd>
      </button>
      {later && (
        <ErrorBoundary>
          <SnoozeDialog action={action} onClose={() => setLater(false)} onSnoozed={onLeft} />
        </ErrorBoundary>
      )}
      {reason && (
        <ErrorBoundary>
          <RejectDialog
            title={action.title}
            onClose={() => setReason(false)}
            onReject={(comment) => {
              setReason(false);
              void send('reject', comment);
            }}
          />
        </ErrorBoundary>
      )}
    </footer>
  );
}

function approveWords({ step_up, approvals: { required, given } }: InboxAction): string {
  if (step_up) return 'Approve with a passkey';
  return required > 1 ? `Approve (${given + 1} of ${required})` : 'Approve';
}

function discard(draft: Draft, onDraft: (draft: undefined) => void): void {
  if (!isChanged(draft) || confirm('Discard your draft?')) onDraft(undefined);
}

const ICONS = {
  approved: 'check',
  executed: 'check',
  execute_failed: 'warn',
  rejected: 'cross',
  expired: 'clock',
  pending: 'clock',
} as const;

/** What became of it, in the place where the buttons were. */
function Outcome({ action }: { readonly action: InboxAction }) {
  const { decision, status } = action;
  const words =
    status === 'pending' || status === 'expired'
      ? 'Expired before a decision'
      : `${status === 'execute_failed' ? 'Approved, but it failed' : status[0]?.toUpperCase() + status.slice(1)}` +
        (decision ? ` · ${decision.decided_by.name}, ${ago(now.value - decision.decided_at)}` : '');
  return (
    <footer class="decision-bar">
      <span class="outcome grow" role="status">
        <Icon name={ICONS[status]} /> {words}
      </span>
      {decision?.comment && <span class="soft">“{decision.comment}”</span>}
    </footer>
  );
}
