// What the agent wrote, in its own bordered region, by its format.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { later } from '../parts/later.tsx';
import { Lines } from './lines.tsx';
import { ShownText } from './shown-text.tsx';

/** Fetched when there is such a text to show. */
const Diff = later(() => import('./diff.tsx').then((part) => part.Diff));
/** With its worker. */
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
  const Shown = asMarkdown ? Markdown : preview.format === 'diff' && !source ? Diff : Lines;
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
        <Shown text={preview.body} onShown={onShown} />
      </div>
    </section>
  );
}
