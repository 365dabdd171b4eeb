// Ten codes that each open the door once, shown only now.

import { t } from '../i18n/translate.ts';
import { Door } from './door.tsx';

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: Props) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${t('Countersign recovery codes for {host}', { host: location.host })}\n\n${codes.join('\n')}\n`)}`;
  return (
    <Door title={t('Keep these somewhere safe')}>
      <p>{t('Each of these codes signs you in once, should you lose your device. They are shown only now.')}</p>
      <div class="codes">
        {codes.map((code) => (
          <span key={code}>{code}</span>
        ))}
      </div>
      <div class="row-of">
        <a class="button" href={file} download="countersign-recovery-codes.txt">
          {t('Download')}
        </a>
        <button class="button" type="button" onClick={() => print()}>
          {t('Print')}
        </button>
        <button class="button main" type="button" onClick={onDone}>
          {t('Go to the inbox')}
        </button>
      </div>
    </Door>
  );
}
