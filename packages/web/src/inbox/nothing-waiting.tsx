// The place of the action when there is none: either nothing waits, or no agent has ever asked.

import { useEffect, useRef } from 'preact/hooks';
import { api } from '../api.ts';
import { DAY, now } from '../clock.ts';
import { isDemo } from '../first-run/demo.ts';
import { firstAsked } from '../first-run/first-asked.ts';
import { t, tn } from '../i18n/translate.ts';
import { liveState, onLive } from '../live/connection.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { later } from '../parts/later.tsx';
import { LiveDot } from '../parts/live-dot.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { isNarrow } from '../parts/narrow.ts';
import { may } from '../session.ts';
import { waiting } from './counts.ts';
import { listWrong, loaded, search, split } from './store.ts';

const ConnectAgent = later(() => import('../first-run/connect-agent.tsx').then((part) => part.ConnectAgent));

const GATHER_MS = 2000;

/** What is held when the last one goes is not decided yet; and a page that is left open sees the next day. */
function useDecidedToday(): number {
  const { value, reload } = useLoaded(() => api.getStats({ days: 1 }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onLive(({ type, data }) => {
      if (type !== 'action.updated' || data.status === 'pending') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, GATHER_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
  const today = value?.series.at(-1);
  return today && now.value - today.start < DAY ? today.approved + today.rejected : 0;
}

/** More than the demo has. */
const ENOUGH_TO_KNOW = 4;

export function NothingWaiting() {
  const pane = useRef<HTMLElement>(null);
  useFocusHandedOn(pane);
  const latest = useLoaded(() => api.listActions({ limit: ENOUGH_TO_KNOW }));
  const known = latest.value?.items;
  const decided = useDecidedToday();
  const others = search.value === '' && split.value === 'all' ? 0 : (waiting.value?.pending ?? 0);
  const isOffline = liveState.value === 'offline';
  const isKnown = loaded.value && known !== undefined;
  const isUsed = known?.some(({ id }) => !isDemo(id)) && !firstAsked.value;
  const connects = !isUsed && may('admin');
  return (
    <section class="empty action-pane" aria-label={t('Action')} tabIndex={-1} ref={pane}>
      {loaded.value && !isNarrow() && liveState.value !== 'live' && <LiveDot />}
      {listWrong.value === undefined && !isKnown && <Fetched of={latest} />}
      {isKnown && !connects && others > 0 && (
        <p>
          {tn(
            others,
            'One action waits that the list does not show.',
            '{count} actions wait that the list does not show.',
          )}
        </p>
      )}
      {isKnown && !connects && others === 0 && (
        <div class="stack">
          <h2>{isOffline ? t('The server cannot be reached.') : t('Nothing is waiting')}</h2>
          {decided > 0 && <p>{tn(decided, '{count} decided today.', '{count} decided today.')}</p>}
          <p role="status">
            {isOffline ? t('What was asked since is not here yet.') : t('What agents ask for appears here by itself.')}
          </p>
        </div>
      )}
      {isKnown && connects && <ConnectAgent />}
    </section>
  );
}
