// The server, through the same client that agents use; the session's cookie stands in for a key.

import { Countersign } from '@countersign/sdk';

export const api = new Countersign({ baseUrl: location.origin, credentials: 'same-origin' });
