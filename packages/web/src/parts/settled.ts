// Whether the first page is drawn, and what nobody waits for may be fetched.

import { signal } from '@preact/signals';

export const settled = signal(false);
setTimeout(() => {
  settled.value = true;
}, 1500);
