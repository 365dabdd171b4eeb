// A page of things that are written, changed, turned on and off, and removed: rules and channels alike.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Fetched } from '../parts/fetched.tsx';
import type { Loaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { withFresh } from '../people/fresh.tsx';
import './switch-list.css';

interface Switched {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
}

interface Props<T extends Switched> {
  readonly title: string;
  /** What the button says that makes a new one. */
  readonly add: string;
  /** Said where there are none. */
  readonly none: string;
  readonly loaded: Loaded<{ readonly items: readonly T[] }>;
  /** Whether the form is open from the beginning. */
  readonly begun?: boolean;
  /** What is said of one, below its name. */
  readonly about: (item: T) => ComponentChildren;
  /** Beside its name. */
  readonly mark?: (item: T) => ComponentChildren;
  /** Further buttons. */
  readonly more?: (item: T) => ComponentChildren;
  readonly onTurn: (id: string, enabled: boolean) => Promise<unknown>;
  readonly onRemove: (id: string) => Promise<unknown>;
  /** What follows from removing one. */
  readonly removing: string;
  /** Undefined: a new one. */
  readonly form: (
    item: T | undefined,
    end: { readonly onClose: () => void; readonly onSaved: () => void },
  ) => ComponentChildren;
  readonly onClosed?: () => void;
}

export function SwitchList<T extends Switched>(props: Props<T>) {
  const { title, add, none, loaded, begun = false, form, onRemove, removing: consequence, onClosed } = props;
  const [writing, setWriting] = useState<T | 'new' | undefined>(begun ? 'new' : undefined);
  const [removing, setRemoving] = useState<T>();
  const items = loaded.value?.items ?? [];
  const onClose = () => {
    setWriting(undefined);
    onClosed?.();
  };
  const onSaved = () => {
    onClose();
    loaded.reload();
  };
  return (
    <Page
      title={title}
      needs="admin"
      aside={
        <button type="button" class="button main" onClick={() => setWriting('new')}>
          {add}
        </button>
      }
    >
      <Fetched of={loaded} />
      {loaded.value && items.length === 0 && <p class="empty card">{none}</p>}
      <ol class="switch-list">
        {items.map((item) => (
          <li key={item.id} class={`card ${item.enabled ? '' : 'off'}`}>
            <Item {...props} item={item} onChange={() => setWriting(item)} onAskRemove={() => setRemoving(item)} />
          </li>
        ))}
      </ol>
      {writing && form(writing === 'new' ? undefined : writing, { onClose, onSaved })}
      {removing && (
        <Confirm
          title={t('Remove “{name}”?', { name: removing.name })}
          yes={t('Remove')}
          onClose={() => setRemoving(undefined)}
          onYes={async () => {
            await withFresh(() => onRemove(removing.id));
            loaded.reload();
          }}
        >
          <p>{consequence}</p>
        </Confirm>
      )}
    </Page>
  );
}

interface ItemProps<T extends Switched> extends Pick<Props<T>, 'about' | 'mark' | 'more' | 'onTurn' | 'loaded'> {
  readonly item: T;
  readonly onChange: () => void;
  readonly onAskRemove: () => void;
}

function Item<T extends Switched>({ item, about, mark, more, onTurn, loaded, onChange, onAskRemove }: ItemProps<T>) {
  const { id, name, enabled } = item;
  const turn = async () => {
    await withFresh(() => onTurn(id, !enabled));
    loaded.reload();
  };
  return (
    <>
      <div class="grow">
        <h2>
          <bdi>{name}</bdi> {mark?.(item)} {!enabled && <span class="chip">{t('off')}</span>}
        </h2>
        {about(item)}
      </div>
      <div class="row-of">
        {more?.(item)}
        <button type="button" class="button small" onClick={() => void turn()}>
          {enabled ? t('Turn off') : t('Turn on')}
        </button>
        <button type="button" class="button small" onClick={onChange}>
          {t('Change')}
        </button>
        <button type="button" class="button small stop" onClick={onAskRemove}>
          {t('Remove')}
        </button>
      </div>
    </>
  );
}
