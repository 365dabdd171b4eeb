// What the verifying functions throw.

import { CountersignError } from './errors.ts';

/** It was not made by the service, or not for this. Do not act on it. */
export class NotGenuine extends CountersignError {
  override readonly name = 'NotGenuine';

  constructor(why: string) {
    super('not_genuine', why);
  }
}
