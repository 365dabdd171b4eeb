// Making a key: what it is called, and what it may do.

import type { KeyCreated, Scope } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { FormEnd } from '../parts/form-end.tsx';
import { withFresh } from '../people/fresh.tsx';

const SCOPES: readonly (readonly [Scope, Plain])[] = [
  ['actions', 'Ask for approval, read decisions, report results'],
  ['watch', 'Read and change watchers'],
  ['admin', 'Everything: only for operators, never for an agent'],
];

interface Props {
  readonly onClose: () => void;
  readonly onMade: (key: KeyCreated) => void;
}

export function NewKey({ onClose, onMade }: Props) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['actions']);
  return (
    <Dialog title={t('New key')} onClose={onClose}>
      <Form
        onSend={async () => {
          const made = await withFresh(() => api.createKey({ name: name.trim(), scopes: [...scopes] }));
          if (made) onMade(made);
        }}
      >
        <Field
          label={t('Name')}
          hint={t('Reviewers see it as the one who asks: “billing-agent”')}
          value={name}
          maxLength={100}
          required
          onInput={setName}
        />
        <fieldset class="stack tight plain-set">
          <legend>{t('It may')}</legend>
          {SCOPES.map(([scope, says]) => (
            <label class="check" key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) =>
                  setScopes(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              />
              <span>
                <code>{scope}</code> {t(says)}
              </span>
            </label>
          ))}
        </fieldset>
        <FormEnd>
          <button type="submit" class="button main" disabled={scopes.length === 0 || name.trim() === ''}>
            {t('Make the key')}
          </button>
        </FormEnd>
      </Form>
    </Dialog>
  );
}
