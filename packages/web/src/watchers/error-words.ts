// Why a watcher could not read: as the server wrote it; where the page speaks another language, the same from its code.

import type { RunError } from '@countersign/contract';
import { RUN_ERROR_STEPS } from '@countersign/contract/shown/run-error-steps';
import { speech, t, tCode } from '../i18n/translate.ts';
import { ERRORS } from './words.ts';

export function errorWords(written: string, code: RunError | undefined): string {
  if (!speech.value.say || code === undefined) return written;
  const [host = '', cause = ''] = written.split(': ');
  const error = tCode(cause.split('. ')[0] ?? '') ?? t(ERRORS[code]); // the cause where it is known, else its kind
  return t('{host}: {error}. {step}', { host, error, step: t(RUN_ERROR_STEPS[code]) });
}
