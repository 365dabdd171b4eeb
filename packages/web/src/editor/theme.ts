// The looks of the text boxes: the page's own colours and sizes, which reach into the shadow root.

import { EditorView } from '@codemirror/view';

/** Lines only where the reader's colours take the place of ours: there they tell what was from what will be. */
const was = { textDecoration: 'var(--was, none)', borderRadius: '0.125rem' };
const willBe = { textDecoration: 'var(--will-be, none)', borderRadius: '0.125rem' };

export const THEME = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' }, // the frame has it
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.5rem 0' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-soft)', border: '0' },
  '.cm-line': { padding: '0 0.5rem' },
  '.cm-cursor': { borderInlineStartColor: 'var(--ink)' },
  '.code-point': {
    display: 'inline-block',
    padding: '0 0.25rem',
    border: 'var(--edge, 0)',
    borderRadius: '0.25rem',
    background: 'var(--warn-wash)',
    color: 'var(--warn-ink)',
    fontSize: '0.75rem',
    unicodeBidi: 'isolate',
  },
  '.cm-deletedChunk': { backgroundColor: 'var(--del-wash)', padding: '0 0.5rem' },
  '.cm-deletedChunk .cm-deletedText': { ...was, background: 'color-mix(in srgb, var(--stop) 25%, transparent)' },
  '.cm-deletedLine del': { textDecoration: 'var(--was, none)' },
  '.cm-insertedLine, &.cm-merge-b .cm-changedLine, .cm-changedLine': { backgroundColor: 'var(--add-wash)' },
  '&.cm-merge-a .cm-changedLine': { backgroundColor: 'var(--del-wash)' },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    ...willBe,
    background: 'color-mix(in srgb, var(--go-ink) 30%, transparent)',
  },
  '&.cm-merge-a .cm-changedText': { ...was, background: 'color-mix(in srgb, var(--stop) 25%, transparent)' },
  '.cm-changeGutter': { width: '0.25rem' },
  '.cm-changedLineGutter': { background: 'var(--go-ink)' },
  '.cm-deletedLineGutter, &.cm-merge-a .cm-changedLineGutter': { background: 'var(--stop)' },
});
