// That something is being fetched.

import { t } from '../i18n/translate.ts';

/** Not before it takes long enough to be noticed. */
export function Waiting({ words = t('Loading …') }: { readonly words?: string }) {
  return (
    <div class="waiting" role="status">
      <span class="skeleton block" />
      <span class="small soft">{words}</span>
    </div>
  );
}
