// A text that can be edited beside the one it was: CodeMirror in a shadow root, where its styles are sheets of the root and
// the page's policy has nothing to block. Hidden characters are shown as their codes.

import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, RangeSetBuilder, Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { codePoint, marksIn, tagText } from '@countersign/contract/shown/marks';
import { useEffect, useRef } from 'preact/hooks';
import { quoted, t } from '../i18n/translate.ts';
import { THEME } from './theme.ts';

/** `plain`: without the change in it. */
export type Sides = 'unified' | 'side_by_side' | 'plain';

interface Props {
  readonly path: string;
  readonly label: string;
  readonly before: string;
  /** Read once: what is typed is told, not taken back. */
  readonly initial: string;
  readonly sides: Sides;
  readonly wrap: boolean;
  /** No line breaks. */
  readonly oneLine: boolean;
  readonly focus: boolean;
  readonly wrong: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Different texts of the largest size take 15 ms with this. */
const DIFF = { scanLimit: 500 };

export function CodeBox({ path, label, before, initial, sides, wrap, oneLine, focus, wrong, onChange }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const end = lineEnd(before, initial);
    const textOf = (text: string) => Text.of(text.split(end));
    const shared = [
      EditorState.lineSeparator.of(end),
      SHOWN_MARKS,
      THEME,
      ...(wrap ? [EditorView.lineWrapping] : []),
      ...(oneLine ? [] : [lineNumbers()]),
    ];
    const mine = [
      ...shared,
      history(),
      keymap.of([...standardKeymap, ...historyKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', 'aria-multiline': String(!oneLine) }),
      EditorView.updateListener.of(({ docChanged, state }) => docChanged && tell.current(state.sliceDoc())),
      EditorView.clipboardInputFilter.of((text) => text.replace(/\r\n?|\n/g, end)),
      ...(oneLine ? [ONE_LINE] : []),
    ];
    const opened =
      sides === 'side_by_side' && !oneLine
        ? sideBySide(root, { before: textOf(before), initial: textOf(initial), path, shared, mine })
        : oneColumn(root, {
            initial: textOf(initial),
            mine: sides === 'plain' ? mine : [...mine, marked(textOf(before))],
          });
    if (focus) opened.view.focus();
    return opened.close;
  }, []);
  return (
    <div class={`code-box ${wrong === undefined ? '' : 'wrong-box'}`}>
      {sides === 'side_by_side' && !oneLine && (
        <p class="sides soft" aria-hidden="true">
          <span>{t('Agent’s version')}</span>
          <span>{t('Yours')}</span>
        </p>
      )}
      <div ref={host} data-text={path === 'preview.body' ? '' : undefined} />
      {wrong !== undefined && <span class="wrong">{wrong}</span>}
    </div>
  );
}

interface Opened {
  readonly view: EditorView;
  close(): void;
}

interface Texts {
  readonly initial: Text;
  readonly mine: readonly Extension[];
}

/** What ends the lines of a text ends those that are added to it. Where there are several, a CR is a character, and stays. */
function lineEnd(...texts: readonly string[]): string {
  const isMixed = texts.some((text) => /(?<!\r)\n|\r(?!\n)/.test(text));
  return !isMixed && texts.some((text) => text.includes('\r\n')) ? '\r\n' : '\n';
}

function oneColumn(root: ShadowRoot, { initial, mine }: Texts): Opened {
  const view = new EditorView({ doc: initial, extensions: [...mine], parent: root, root });
  return { view, close: () => view.destroy() };
}

/** The change, in place. */
const marked = (before: Text): Extension =>
  unifiedMergeView({
    original: before,
    mergeControls: false,
    syntaxHighlightDeletions: false,
    diffConfig: DIFF,
  });

type Both = Texts & { readonly before: Text; readonly path: string; readonly shared: readonly Extension[] };

function sideBySide(root: ShadowRoot, { before, initial, path, shared, mine }: Both): Opened {
  const theirs = [
    ...shared,
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': t('Agent’s version ({path})', { path }), tabindex: '0' }),
  ];
  const merge = new MergeView({
    a: { doc: before, extensions: theirs },
    b: { doc: initial, extensions: mine },
    parent: root,
    root,
    diffConfig: DIFF,
  });
  return { view: merge.b, close: () => merge.destroy() };
}

/** What is pasted with line breaks comes as one line. */
const ONE_LINE = EditorState.transactionFilter.of((change) => {
  if (!change.docChanged || change.newDoc.lines === 1) return change;
  const text = change.newDoc.toString().replace(/\s*\n\s*/g, ' ');
  return { changes: { from: 0, to: change.startState.doc.length, insert: text }, selection: { anchor: text.length } };
});

class Chip extends WidgetType {
  readonly character: string;
  constructor(character: string) {
    super();
    this.character = character;
  }
  override eq(other: Chip): boolean {
    return other.character === this.character;
  }
  toDOM(): HTMLElement {
    const chip = document.createElement('span');
    chip.className = 'code-point';
    chip.textContent = codePoint(this.character);
    const hidden = tagText(this.character);
    if (hidden !== '') chip.title = `${t('hidden text for machines')}: ${quoted(hidden)}`;
    return chip;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

/** As everywhere on the page: the same characters, by the same rule. */
const SHOWN_MARKS = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = chipsIn(view);
    }
    update({ docChanged, viewportChanged, view }: ViewUpdate) {
      if (docChanged || viewportChanged) this.decorations = chipsIn(view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function chipsIn({ visibleRanges, state }: EditorView): DecorationSet {
  const chips = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    const text = state.doc.sliceString(from, to, '\n');
    for (const { at, length } of marksIn(text)) {
      const widget = new Chip(text.slice(at, at + length));
      chips.add(from + at, from + at + length, Decoration.replace({ widget }));
    }
  }
  return chips.finish();
}
