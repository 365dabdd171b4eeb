// A link from outside: its words, then the host it really leads to.

import { readLink } from '@countersign/contract/shown/links';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/translate.ts';
import { askToOpen } from '../parts/ask-to-open.ts';
import { Host } from './host.tsx';
import { ShownText } from './shown-text.tsx';

const WHY = {
  other_host: 'leads elsewhere than it says',
  user_in_address: 'user name in the address',
  look_alike: 'look-alike?',
  blocked: 'blocked link',
} as const;

interface Props {
  readonly href: string;
  readonly words: string;
  readonly children: ComponentChildren;
}

export function OutsideLink({ href, words, children }: Props) {
  const { usable, host = '', decoded, warnings } = readLink(href, words);
  const chips = warnings.map((warning) => (
    <span key={warning}>
      {' '}
      <span class="chip warn">{t(WHY[warning])}</span>
    </span>
  ));
  if (!usable)
    return (
      <span>
        {children}
        {chips}{' '}
        <span class="host">
          <ShownText text={href} />
        </span>
      </span>
    );
  return (
    <span>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title={href}
        onClick={(event) => {
          event.preventDefault();
          askToOpen(href, <ShownText text={href} />);
        }}
      >
        {children}
      </a>{' '}
      <span class="host">
        → <Host host={host} />
        {decoded && <> ({decoded})</>}
      </span>
      {chips}
    </span>
  );
}
