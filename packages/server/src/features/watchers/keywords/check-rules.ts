// Whether the keywords of a watcher can be read at all, and how each is read.

import type { Keyword, WatcherKind } from '@countersign/contract';
import { compilePattern, PatternError } from './compile.ts';

export interface RulesChecked {
  readonly issues: readonly { readonly path: string; readonly message: string }[];
  readonly keyword_modes: readonly ('phrase' | 'regex')[];
}

export function checkRules(
  kind: WatcherKind,
  keywords: readonly Keyword[],
  keywords_none: readonly string[],
): RulesChecked {
  const read = (pattern: string, path: string) => {
    try {
      return { mode: compilePattern(pattern, kind).mode, issues: [] };
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return { mode: 'regex' as const, issues: [{ path, message: error.message }] };
    }
  };
  const some = keywords.map(({ pattern }, index) => read(pattern, `keywords.${index}.pattern`));
  const none = keywords_none.map((pattern, index) => read(pattern, `keywords_none.${index}`));
  return {
    issues: [...some, ...none].flatMap(({ issues }) => issues),
    keyword_modes: some.map(({ mode }) => mode),
  };
}
