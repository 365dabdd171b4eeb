// Inviting someone: a name, a role, and a link that works once; by mail where the server sends any.

import type { Role } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
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
    <Dialog title="Invite someone" onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          const invited = await withFresh(() =>
            api.inviteReviewer({
              role,
              ...(name.trim() !== '' && { name: name.trim() }),
              ...(address !== '' && { email: address }),
              ...(byMail && { send_mail: true }),
            }),
          );
          if (invited?.mailed === false) say(`The mail server did not take the mail to ${address}.`);
          if (invited) onInvited(invited.url, invited.mailed ? address : undefined);
        }}
      >
        <Field label="Name" hint="They can change it" value={name} maxLength={100} onInput={setName} />
        <Field
          label="E-mail"
          type="email"
          hint={
            session.value?.features.smtp
              ? 'The link goes there. Without it, you hand the link over yourself.'
              : 'May be left empty'
          }
          value={email}
          maxLength={254}
          onInput={setEmail}
        />
        <fieldset class="stack tight plain-set">
          <legend>Role</legend>
          {ROLES.map(([value, says]) => (
            <label class="check" key={value}>
              <input type="radio" name="role" checked={role === value} onChange={() => setRole(value)} />
              <span>
                <b>{value}</b>. {says}
              </span>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button main">
          {byMail ? 'Send the link' : 'Make the link'}
        </button>
      </form>
    </Dialog>
  );
}
