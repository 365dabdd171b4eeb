// What the agent wrote, in its own bordered region, by its format.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { Lines } from './lines.tsx';
import { Markdown } from './markdown.tsx';
import { ShownText } from './shown-text.tsx';

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
    <section class={`written ${untrusted ? 'external' : ''}`} aria-label="What the agent wrote">
      <header>
        <span>
          written by{' '}
          <bdi>
            <ShownText text={created_by.name} />
          </bdi>
        </span>
        {untrusted && preview.format === 'markdown' && (
          <button type="button" class="link-button" onClick={() => setRender(!render)}>
            {render ? 'Show as plain text' : 'Render markdown'}
          </button>
        )}
      </header>
      <div class="inside">
        {asMarkdown ? (
          <Markdown text={preview.body} onShown={onShown} />
        ) : (
          <Lines text={preview.body} diff={preview.format === 'diff' && !source} onShown={onShown} />
        )}
      </div>
    </section>
  );
}
