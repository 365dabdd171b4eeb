// What is rarely needed of an action: ids, times and digests.

import type { InboxAction } from '@countersign/contract';
import { ShownText } from '../content/shown-text.tsx';
import { fullTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { WHO } from './who.ts';

export function Details({ action }: { readonly action: InboxAction }) {
  return (
    <details class="details">
      <summary>{t('Details')}</summary>
      <dl class="facts-list">
        <dt>{t('Action')}</dt>
        <dd>
          <code>{action.id}</code>
        </dd>
        <dt>{t('Asked by')}</dt>
        <dd>
          {t(WHO[action.created_by.type])}{' '}
          <bdi>
            <ShownText text={action.created_by.name} />
          </bdi>{' '}
          <code>{action.created_by.id}</code>
        </dd>
        <dt>{t('Asked at')}</dt>
        <dd>{fullTime(action.created_at)}</dd>
        <dt>{t('Expires at')}</dt>
        <dd>{fullTime(action.expires_at)}</dd>
        <dt>{t('Digest')}</dt>
        <dd>
          <code>{action.digest}</code>
        </dd>
        {action.payload_sha256 && (
          <>
            <dt>{t('Payload SHA-256')}</dt>
            <dd>
              <code>{action.payload_sha256}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}
