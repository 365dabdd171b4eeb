// Which words count, and how much; which words leave an item out; how many points make a match.

import { useId } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { Icon } from '../parts/icon.tsx';
import { NumberInput } from '../parts/number-field.tsx';
import type { Draft } from './draft.ts';

interface Props {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

const NEW_POINTS = 10;

export function Keywords({ draft: { keywords, none, min_score }, set }: Props) {
  const id = useId();
  const change = (at: number, part: Partial<(typeof keywords)[number]>) =>
    set({ keywords: keywords.map((keyword, index) => (index === at ? { ...keyword, ...part } : keyword)) });
  return (
    <section class="card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('What counts')}</h2>
      <p class="small soft">
        {keywords.length === 0
          ? t('Without keywords everything new is a match.')
          : t(
              'The points of every keyword that hits are added up. A phrase, one|other, begin*, "exact", title:word or /regex/.',
            )}
      </p>
      {keywords.map(({ pattern, points }, at) => (
        <div class="keyword" key={at}>
          <input
            aria-label={t('Keyword {n}', { n: at + 1 })}
            value={pattern}
            maxLength={500}
            required
            placeholder="rust"
            onInput={({ currentTarget }) => change(at, { pattern: currentTarget.value })}
          />
          <NumberInput
            aria-label={t('Points of keyword {n}', { n: at + 1 })}
            min={1}
            max={100}
            value={points}
            onInput={(typed) => change(at, { points: typed })}
          />
          <button
            type="button"
            class="button plain small"
            aria-label={t('Remove keyword {n}', { n: at + 1 })}
            onClick={() => set({ keywords: keywords.filter((_, index) => index !== at) })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <div class="row-of">
        <button
          type="button"
          class="button small"
          disabled={keywords.length >= 200}
          onClick={() => set({ keywords: [...keywords, { pattern: '', points: NEW_POINTS }] })}
        >
          {t('Add a keyword')}
        </button>
      </div>
      {keywords.length > 0 && (
        <label class="row-of" for={`${id}-least`}>
          <span>{t('Points that make a match')}</span>
          <NumberInput
            id={`${id}-least`}
            class="short"
            min={0}
            max={1_000_000}
            value={min_score}
            onInput={(typed) => set({ min_score: typed })}
          />
        </label>
      )}
      <div class="field">
        <label for={`${id}-none`}>{t('Never, when it says')}</label>
        <textarea
          id={`${id}-none`}
          rows={2}
          value={none}
          placeholder="hiring"
          aria-describedby={`${id}-none-hint`}
          onInput={({ currentTarget }) => set({ none: currentTarget.value })}
        />
        <span class="hint" id={`${id}-none-hint`}>
          {t('One a line')}
        </span>
      </div>
    </section>
  );
}
