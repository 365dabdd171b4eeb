// Above the editor: how the change is shown; on a phone which field, and whether it is edited, compared or viewed.

import { t } from '../i18n/translate.ts';
import type { Draft } from '../inbox/draft.ts';
import { Icon } from '../parts/icon.tsx';
import type { Sides } from './code-box.tsx';
import type { Field } from './fields.ts';
import { useChangedWords } from './received.tsx';

export type View = Exclude<Sides, 'plain'> | 'rendered';
export type Tab = 'edit' | 'diff' | 'view';

const VIEWS = [
  ['unified', 'Unified'],
  ['side_by_side', 'Side by side'],
  ['rendered', 'Rendered'],
] as const;

interface ToolsProps {
  readonly view: View;
  readonly wrap: boolean;
  readonly onView: (view: View) => void;
  readonly onWrap: () => void;
}

export function Tools({ view, wrap, onView, onWrap }: ToolsProps) {
  return (
    <div class="row-of edit-tools" role="toolbar" aria-label={t('How the change is shown')}>
      {VIEWS.map(([name, says]) => (
        <button key={name} type="button" class="button small" aria-pressed={view === name} onClick={() => onView(name)}>
          {t(says)}
        </button>
      ))}
      <button type="button" class="button small plain" aria-pressed={wrap} onClick={onWrap}>
        {t('Wrap')}
      </button>
      <span class="small soft">{t('Draft kept in this tab only')}</span>
    </div>
  );
}

interface PhoneToolsProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly path: string | undefined;
  readonly tab: Tab;
  readonly onPath: (path: string) => void;
  readonly onTab: (tab: Tab) => void;
  readonly onDiscard: () => void;
}

export function PhoneTools({ fields, draft, path, tab, onPath, onTab, onDiscard }: PhoneToolsProps) {
  const words = useChangedWords({ fields, draft });
  const changed = words && words.added + words.removed > 0 ? ` +${words.added} −${words.removed}` : '';
  const tabs = [
    ['edit', t('Edit')],
    ['diff', `${t('Diff')}${changed}`],
    ['view', t('View')],
  ] as const;
  return (
    <div class="phone-tools" role="toolbar" aria-label={t('How the change is shown')}>
      <div class="row-of">
        <button type="button" class="button plain" aria-label={t('Discard draft')} onClick={onDiscard}>
          <Icon name="cross" />
        </button>
        <select
          class="grow"
          aria-label={t('Field')}
          value={path}
          onChange={({ currentTarget }) => onPath(currentTarget.value)}
        >
          {fields.map((field) => (
            <option key={field.path} value={field.path} translate={false}>
              {field.path}
            </option>
          ))}
        </select>
      </div>
      <div class="edit-tools tabs-of-three">
        {tabs.map(([name, says]) => (
          <button key={name} type="button" class="button" aria-pressed={tab === name} onClick={() => onTab(name)}>
            {says}
          </button>
        ))}
      </div>
    </div>
  );
}
