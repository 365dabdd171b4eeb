// Inviting someone: a name, a role, and a link that works once; by mail where the server sends any.

import type { Role } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { say } from '../parts/toasts.tsx';
import { session } from '../session.ts';
import { withFresh } from './fresh.tsx';
import { ROLES } from './roles.ts';

interface Props {
  readonly onClose: () => void;
  readonly onInvited: (url: string, mailedTo: string | undefined) => void;
}

export function Invite({ onClose, onInvited }: Props) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const address = email.trim();
  const byMail = session.value?.features.smtp === true && address !== '';
  return (
    <Dialog title={t('Invite someone')} onClose={onClose}>
      <Form
        onSend={async () => {
          const invited = await withFresh(() =>
            api.inviteReviewer({
              role,
              ...(name.trim() !== '' && { name: name.trim() }),
              ...(address !== '' && { email: address }),
              ...(byMail && { send_mail: true }),
            }),
          );
          if (invited?.mailed === false) say(t('The mail server did not take the mail to {address}.', { address }));
          if (invited) onInvited(invited.url, invited.mailed ? address : undefined);
        }}
      >
        <Field label={t('Name')} hint={t('They can change it')} value={name} maxLength={100} onInput={setName} />
        <Field
          label={t('E-mail')}
          type="email"
          hint={
            session.value?.features.smtp
              ? t('The link goes there. Without it, you hand the link over yourself.')
              : t('May be left empty')
          }
          value={email}
          maxLength={254}
          onInput={setEmail}
        />
        <fieldset class="stack tight plain-set">
          <legend>{t('Role')}</legend>
          {ROLES.map(([value, says]) => (
            <label class="check" key={value}>
              <input type="radio" name="role" checked={role === value} onChange={() => setRole(value)} />
              <span>
                <b>{t(value)}</b>. {t(says)}
              </span>
            </label>
          ))}
        </fieldset>
        <FormEnd>
          <button type="submit" class="button main">
            {byMail ? t('Send the link') : t('Make the link')}
          </button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
