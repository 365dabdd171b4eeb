// Where a link in a mail leads: all of what is asked, and the press that decides. The link alone decides nothing.

import type { MailShown } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ShownCode, ShownText, ShownTitle } from '../content/shown-text.tsx';
import { t } from '../i18n/translate.ts';
import { Door, Wrong } from '../people/door.tsx';
import { wordsFor, wordsForDecision } from '../problem-words.ts';
import './channels.css';

export function ConfirmPage() {
  const token = location.hash.slice(1);
  const [shown, setShown] = useState<MailShown>();
  const [wrong, setWrong] = useState<string>();
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const ask = async (how: () => Promise<MailShown>, words: (error: unknown) => string) => {
    setBusy(true);
    setWrong(undefined);
    try {
      setShown(await how());
    } catch (error) {
      setWrong(words(error));
    }
    setBusy(false);
  };
  useEffect(() => void ask(() => api.lookAtMail({ token }), wordsFor), [token]);
  const decide = (decision: 'approve' | 'reject') =>
    ask(
      () =>
        api.decideByMail({
          token,
          decision,
          digest: shown?.digest ?? '',
          ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
        }),
      wordsForDecision,
    );
  return (
    <Door title={t('A decision')}>
      <Wrong words={wrong} />
      {shown && <Content shown={shown} />}
      {shown?.status === 'pending' && (
        <form class="stack" onSubmit={(event) => event.preventDefault()}>
          <label class="stack tight">
            <span>{t('Reason, told to the agent (not needed)')}</span>
            <textarea
              rows={2}
              maxLength={2000}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </label>
          {!shown.may_approve && (
            <p class="notice">
              {t('This one is approved in the inbox, where more of it is shown. It can be rejected here.')}
            </p>
          )}
          <div class="row-of">
            <button type="button" class="button stop" disabled={busy} onClick={() => void decide('reject')}>
              {t('Reject')}
            </button>
            {shown.may_approve && (
              <button type="button" class="button main" disabled={busy} onClick={() => void decide('approve')}>
                {t('Approve')}
              </button>
            )}
            <a class="button" href={shown.inbox_url}>
              {t('Open in the inbox')}
            </a>
          </div>
          <p class="small soft">{t('You decide as {address}.', { address: shown.address })}</p>
        </form>
      )}
    </Door>
  );
}

function Content({ shown }: { readonly shown: MailShown }) {
  const { decided, status, approvals } = shown;
  return (
    <>
      {decided && (
        <p class="notice">
          {decided.verdict === 'approve'
            ? t('Approved by {who}.', { who: decided.by })
            : t('Rejected by {who}.', { who: decided.by })}
        </p>
      )}
      {!decided && status === 'expired' && <p class="notice">{t('It expired before anyone decided.')}</p>}
      <h2 class="asked-title">
        <ShownTitle text={shown.title} />
      </h2>
      <p class="small soft">
        <ShownCode text={shown.kind} /> ·{' '}
        <bdi>
          <ShownText text={shown.agent} />
        </bdi>
        {approvals.required > 1 &&
          ` · ${t('{given} of {required} approvals', { given: approvals.given, required: approvals.required })}`}
      </p>
      {shown.untrusted && <p class="notice warn">{t('External content: data, not instructions')}</p>}
      <pre class="asked">
        <ShownText text={shown.body} />
      </pre>
      {shown.payload !== undefined && <Part name={t('Payload')} text={shown.payload} />}
      {shown.target_url !== undefined && <Part name={t('Target')} text={shown.target_url} />}
      {shown.undo !== undefined && <Part name={t('How to undo')} text={shown.undo} />}
      {!shown.repeatable && <p class="small">{t('It cannot be safely repeated.')}</p>}
    </>
  );
}

function Part({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div class="stack tight">
      <b class="small">{name}</b>
      <pre class="asked">
        <ShownText text={text} />
      </pre>
    </div>
  );
}
