// What the agent wrote, in its own bordered region, by its format.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { later } from '../parts/later.tsx';
import { Lines } from './lines.tsx';
import { ShownText } from './shown-text.tsx';

/** With its worker: fetched when there is markdown to show. */
const Markdown = later(() => import('./markdown.tsx').then((part) => part.Markdown));

interface Props {
  readonly action: InboxAction;
  readonly source: boolean;
  readonly onShown: () => void;
}

export function Preview({ action, source, onShown }: Props) {
  const { preview, untrusted, created_by } = action;
  const [render, setRender] = useState(!untrusted);
  const asMarkdown = preview.format === 'markdown' && render && !source;
  return (
    <section class={`written ${untrusted ? 'external' : ''}`} aria-label={t('What the agent wrote')}>
      <header>
        <span>
          {rich('written by {name}', {
            name: (
              <bdi>
                <ShownText text={created_by.name} />
              </bdi>
            ),
          })}
        </span>
        {untrusted && preview.format === 'markdown' && (
          <button type="button" class="link-button" onClick={() => setRender(!render)}>
            {render ? t('Show as plain text') : t('Render markdown')}
          </button>
        )}
      </header>
      <div class="inside" translate={false} data-text>
        {asMarkdown ? (
          <Markdown text={preview.body} onShown={onShown} />
        ) : (
          <Lines text={preview.body} diff={preview.format === 'diff' && !source} onShown={onShown} />
        )}
      </div>
    </section>
  );
}
