// A part of the page that is fetched when it is first shown. One that cannot be fetched says so: a dialog in a message,
// whatever else in its place. Browsers remember that a script could not be fetched, so a new load of the page tries again.

import { type FunctionComponent, h } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { hearAgain } from '../keyboard/keys.ts';
import { say } from './toasts.tsx';

interface Closable {
  readonly onClose?: () => void;
}

/** `quiet`: nobody misses it. */
export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): FunctionComponent<P> {
  let part: FunctionComponent<P> | undefined;
  return function Later(props: P) {
    const { onClose } = props as Closable;
    const [stage, setStage] = useState(part ? 'there' : 'fetching');
    useLayoutEffect(() => {
      if (part) return;
      let current = true;
      const fail = () => {
        if (!current) return;
        setStage('failed');
        if (!onClose) return;
        hearAgain();
        say(notFetched(), { button: { says: t('Reload'), do: reload } });
        onClose();
      };
      load().then((fetched) => {
        part = fetched;
        if (current) setStage('there');
      }, fail);
      return () => {
        current = false;
      };
    }, []);
    if (part) return h(part, props);
    if (stage !== 'failed' || quiet || onClose) return null;
    return (
      <p class="notice stop middle" role="alert">
        <span class="grow">{notFetched()}</span>
        <button type="button" class="button small" onClick={reload}>
          {t('Reload')}
        </button>
      </p>
    );
  };
}

const notFetched = () => t('This part could not be loaded. Check the connection, then reload the page.');
const reload = () => location.reload();
