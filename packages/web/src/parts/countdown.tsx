// How long until something expires: words for screen readers, red under ten minutes, grey when it is over.

import { leftIn, now } from '../clock.ts';

const SOON_S = 600;

export function Countdown({ until, short = false }: { readonly until: number; readonly short?: boolean }) {
  const left = until - now.value;
  if (left <= 0) return <span class="left">expired</span>;
  const words = leftIn(left);
  return (
    <span class={`left digits ${left < SOON_S ? 'soon' : ''}`}>
      {short ? (
        <>
          <span class="visually-hidden">Expires in </span>
          {words.split(' ').slice(0, 2).join('')}
        </>
      ) : (
        `Expires in ${words}`
      )}
    </span>
  );
}
