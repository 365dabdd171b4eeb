// Makes the create body of a watcher from a preset and what a person gave for its parameters.

import type { FromPreset, WatcherCreate, WatcherPreset } from '@countersign/contract';
import { Problem } from '../../../base/problem.ts';
import { cutTo } from '../clean-text.ts';
import type { Preset } from './preset.ts';
import { PRESETS } from './presets.ts';

const NAME_CHARACTERS = 200;

/** A bag without a prototype: parameter names come from outside. */
type Values = Readonly<Record<string, string>>;

export function watcherFromPreset({ preset_id, params = {}, name, schedule }: FromPreset): WatcherCreate {
  const preset = PRESETS.find(({ id }) => id === preset_id);
  if (!preset)
    throw new Problem('preset_not_found', { detail: 'There is no such preset: the list of presets has their ids.' });
  const values = checkedValues(preset, params);
  const { config, keywords, min_score } = preset.make(values);
  const first = preset.params.map((param) => values[param.name]).find((value) => value !== undefined);
  const primary = preset.named?.(values) ?? first;
  return {
    name: name ?? cutTo(primary === undefined ? preset.title : `${preset.title}: ${primary}`, NAME_CHARACTERS),
    kind: preset.kind,
    config,
    ...(keywords ? { keywords: [...keywords] } : {}),
    ...(min_score === undefined ? {} : { min_score }),
    schedule: schedule ?? { every: preset.every },
  };
}

/** An empty text is none. */
function checkedValues(preset: Preset, given: Values): Values {
  const values: Record<string, string> = Object.create(null);
  const issues: { path: string; message: string }[] = [];
  const refuse = (param: string, message: string) => issues.push({ path: `params.${param}`, message });
  for (const [name, text] of Object.entries(given)) {
    const param = preset.params.find((known) => known.name === name);
    const value = text.trim();
    if (!param) refuse(name.slice(0, 100), 'is not a parameter of this preset');
    else if (value !== '' && !param.allows.test(value)) refuse(name, param.message);
    else if (value !== '') values[name] = value;
  }
  for (const { name, required } of preset.params) {
    if (required && values[name] === undefined && !issues.some(({ path }) => path === `params.${name}`)) {
      refuse(name, 'is required');
    }
  }
  if (issues.length > 0) {
    const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
    throw new Problem('validation_failed', { detail, issues });
  }
  return values;
}

export function viewPreset({ id, title, description, category, kind, params, every }: Preset): WatcherPreset {
  return {
    id,
    title,
    description,
    category,
    kind,
    params: params.map(({ name, required, description: says, example }) => ({
      name,
      required,
      description: says,
      example,
    })),
    defaultScheduleEvery: every,
  };
}
