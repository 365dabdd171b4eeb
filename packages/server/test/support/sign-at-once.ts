// A signature without a thread, which ends when it likes.

import { sign } from 'node:crypto';
import type { World } from '../../src/world/world.ts';

export const signAtOnce: World['sign'] = async (text, key) => sign(null, Buffer.from(text), key);
