// Inviting someone: a name, a role, and a link that works once.

import type { Role } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withFresh } from './fresh.tsx';
import { ROLES } from './roles.ts';

interface Props {
  readonly onClose: () => void;
  readonly onInvited: (url: string) => void;
}

export function Invite({ onClose, onInvited }: Props) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  return (
    <Dialog title="Invite someone" onClose={onClose}>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          const invited = await withFresh(() =>
            api.inviteReviewer({ role, ...(name.trim() !== '' && { name: name.trim() }) }),
          );
          if (invited) onInvited(invited.url);
        }}
      >
        <Field label="Name" hint="They can change it" value={name} maxLength={100} onInput={setName} />
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
          Make the link
        </button>
      </form>
    </Dialog>
  );
}
