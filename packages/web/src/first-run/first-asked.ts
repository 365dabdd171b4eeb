// The first action of the agent that was just connected: the card stays beside it until the reviewer goes there.

import { signal } from '@preact/signals';

export const firstAsked = signal<string>();
