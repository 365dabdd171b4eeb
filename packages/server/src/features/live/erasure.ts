// When all data of a project is erased, whoever shows some of it must read anew.

import type { ResetEvent } from '@countersign/contract';
import type { LiveSource } from './source.ts';

const ERASED: ResetEvent = { reason: 'erased' };

export const erasure: LiveSource = {
  tells: { 'project.erased': 'reset' },
  describe: async (_reader, _project_id, rows) => rows.map(() => ERASED),
};
