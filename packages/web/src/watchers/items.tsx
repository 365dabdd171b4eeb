// What the watcher has seen, with its points and why; what became an action leads there.

import type { WatcherItem } from '@countersign/contract';
import { api } from '../api.ts';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownTitle } from '../content/shown-text.tsx';
import { fullTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { usePages } from '../parts/pages.ts';
import { Why } from './why.tsx';

const PAGE = 20;

export function Items({ id, turn }: { readonly id: string; readonly turn: number }) {
  const { first, items, more } = usePages(
    (cursor) => api.listWatcherItems(id, { limit: PAGE, ...(cursor && { cursor }) }),
    [id, turn],
  );
  return (
    <section class="card" aria-labelledby="items">
      <h2 id="items">{t('Items')}</h2>
      <Fetched of={first} />
      {first.value && items.length === 0 && <p class="soft">{t('It has seen nothing yet.')}</p>}
      <ol class="found">
        {items.map((item) => (
          <li key={item.id} class={item.alerted_at === undefined ? '' : 'hit'}>
            <span class="points digits">{item.score}</span>
            <div class="stack tight">
              <span class="name">
                <Title item={item} />
              </span>
              <span class="small soft">
                <Why matches={item.matches} score={item.score} /> ·{' '}
                {t('seen {ago}', { ago: fullTime(item.first_seen) })}
                {item.action_id && (
                  <>
                    {' '}
                    · <a href={`/a/${item.action_id}`}>{t('its action')}</a>
                  </>
                )}
              </span>
            </div>
          </li>
        ))}
      </ol>
      {more && (
        <button type="button" class="button small" onClick={() => void more()}>
          {t('Older')}
        </button>
      )}
    </section>
  );
}

function Title({ item: { title, url } }: { readonly item: WatcherItem }) {
  const words = title ? <ShownTitle text={title} /> : <i>{t('without a title')}</i>;
  if (url === undefined) return words;
  return (
    <OutsideLink href={url} words={title ?? ''}>
      {words}
    </OutsideLink>
  );
}
