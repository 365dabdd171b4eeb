// Why a watcher could not read: as the server wrote it; where the page speaks another language, the same from its code.

import type { RunError } from '@countersign/contract';
import { RUN_ERROR_STEPS } from '@countersign/contract/shown/run-error-steps';
import { speech, t, tCode } from '../i18n/translate.ts';
import { ERRORS } from './words.ts';

/** Where, if it is a place that could not be read; the cause; what to do about it. */
const PARTS = /^(?:(\S+): )?(.+?)\. (.+)$/s;

export function errorWords(written: string, code: RunError | undefined): string {
  if (!speech.value.say || code === undefined) return written;
  const [, host, cause = '', what = ''] = PARTS.exec(written) ?? [];
  const error = tCode(cause) ?? t(ERRORS[code]); // the cause where it is known, else its kind
  const step = tCode(what) ?? t(RUN_ERROR_STEPS[code]);
  if (host !== undefined) return t('{host}: {error}. {step}', { host, error, step });
  return `${error.charAt(0).toUpperCase()}${error.slice(1)}. ${step}`;
}
