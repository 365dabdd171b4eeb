// A page of settings: title and content. Those whose role is too small are told whom to ask.

import type { Role } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { liveState } from '../live/connection.ts';
import { may, me, role } from '../session.ts';
import { focusFirstOf } from './hand-on-focus.ts';
import { LiveDot } from './live-dot.tsx';
import { settled } from './settled.ts';

interface Props {
  readonly title: string;
  /** When the title alone does not say it. */
  readonly heading?: ComponentChildren;
  readonly needs: Role;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Page({ title, heading = title, needs, aside, children }: Props) {
  document.title = `${title} · Countersign`;
  useEffect(() => {
    if (settled.peek()) focusFirstOf('main h1'); // whoever came by a key begins here
  }, []);
  if (!may(needs))
    return (
      <main class="empty">
        <h1 tabIndex={-1}>{title}</h1>
        <p>
          {t('Your role is {role}. Ask an admin ({names}).', {
            role: t(role.value),
            names: me.value?.admins.join(', ') || t('nobody yet'),
          })}
        </p>
      </main>
    );
  return (
    <main>
      <div class="page">
        <header>
          <h1 tabIndex={-1}>{heading}</h1>
          {settled.value && liveState.value !== 'live' && <LiveDot />}
          {aside}
        </header>
        {children}
      </div>
    </main>
  );
}
