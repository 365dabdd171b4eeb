// Why a watcher could not read: as the server wrote it; where the page speaks another language, the same from its code.

import type { RunError } from '@countersign/contract';
import { RUN_ERROR_STEPS } from '@countersign/contract/shown/run-error-steps';
import { speech, t } from '../i18n/translate.ts';
import { ERRORS } from './words.ts';

export function errorWords(written: string, code: RunError | undefined): string {
  if (!speech.value.say || code === undefined) return written;
  const host = written.split(': ')[0] ?? '';
  return t('{host}: {error}. {step}', { host, error: t(ERRORS[code]), step: t(RUN_ERROR_STEPS[code]) });
}
