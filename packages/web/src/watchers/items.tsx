// What the watcher has seen, with its points and why; what became an action leads there.

import type { WatcherItem } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { OutsideLink } from '../content/outside-link.tsx';
import { ShownTitle } from '../content/shown-text.tsx';
import { fullTime } from '../dates.ts';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { Why } from './why.tsx';

const PAGE = 20;

interface More {
  readonly items: readonly WatcherItem[];
  readonly next: string | null;
}

export function Items({ id, turn }: { readonly id: string; readonly turn: number }) {
  const [more, setMore] = useState<More>();
  const first = useLoaded(async () => {
    const page = await api.listWatcherItems(id, { limit: PAGE });
    setMore(undefined);
    return page;
  }, [id, turn]);
  const items = [...(first.value?.items ?? []), ...(more?.items ?? [])];
  const next = more ? more.next : first.value?.next_cursor;
  const loadMore = async (cursor: string) => {
    try {
      const page = await api.listWatcherItems(id, { limit: PAGE, cursor });
      setMore({ items: [...(more?.items ?? []), ...page.items], next: page.next_cursor });
    } catch (error) {
      say(wordsFor(error));
    }
  };
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
      {next && (
        <button type="button" class="button small" onClick={() => void loadMore(next)}>
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
