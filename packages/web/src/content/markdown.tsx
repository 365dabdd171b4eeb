// The tree of a markdown text as elements of our choosing: no class, id, style or load comes from the text.

import { readLink } from '@countersign/contract/shown/links';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { Waiting } from '../parts/waiting.tsx';
import { AgentTable, cellOf } from './agent-table.tsx';
import { Lines } from './lines.tsx';
import { OutsideLink } from './outside-link.tsx';
import { readMarkdown } from './read-markdown.ts';
import { ShownText, shortened } from './shown-text.tsx';
import { type Node, wordsOf } from './tree.ts';

interface Props {
  readonly text: string;
  /** Called once it is on the page. */
  readonly onShown: () => void;
}

export function Markdown({ text, onShown }: Props) {
  const [reading, setReading] = useState<{ readonly of: string; readonly tree: readonly Node[] | undefined }>();
  useEffect(() => {
    const left = new AbortController();
    void readMarkdown(text, left.signal).then((tree) => left.signal.aborted || setReading({ of: text, tree }));
    return () => left.abort();
  }, [text]);
  const tree = reading?.of === text ? reading.tree : undefined;
  useEffect(() => {
    if (tree) onShown();
  }, [tree]);

  if (reading?.of !== text) return <Waiting words={t('Loading the text')} />;
  if (tree) return <div class="markdown">{inner(tree)}</div>;
  return (
    <div class="stack">
      <p class="soft">{t('Shown as plain text: too complex to render.')}</p>
      <Lines text={text} onShown={onShown} />
    </div>
  );
}

const inner = (nodes: readonly Node[]) => nodes.map(draw);

function draw(node: Node): JSX.Element {
  switch (node.t) {
    case 'text':
      return <ShownText text={node.v} />;
    case 'title':
      return <> {rich('“{text}”', { text: <ShownText text={node.v} /> })}</>;
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'strong':
      return <strong>{inner(node.c)}</strong>;
    case 'em':
      return <em>{inner(node.c)}</em>;
    case 's':
      return <s>{inner(node.c)}</s>;
    case 'p':
      return <p dir="auto">{inner(node.c)}</p>;
    case 'quote':
      return <blockquote>{inner(node.c)}</blockquote>;
    case 'h':
      return (
        <p class={`h h${Math.min(node.level, 3)}`} dir="auto">
          {inner(node.c)}
        </p>
      );
    case 'ul':
      return <ul>{inner(node.c)}</ul>;
    case 'ol':
      return <ol style={{ '--number': `${longestNumber(node.c)}ch` }}>{inner(node.c)}</ol>;
    case 'li':
      return <li dir="auto">{node.number === undefined ? inner(node.c) : numbered(node.number, node.c)}</li>;
    case 'table':
      return <AgentTable>{inner(node.c)}</AgentTable>;
    case 'thead':
      return <thead>{inner(node.c)}</thead>;
    case 'tbody':
      return <tbody>{inner(node.c)}</tbody>;
    case 'tr':
      return <tr>{inner(node.c)}</tr>;
    case 'th':
      return <th {...cellOf(wordsOf(node.c))}>{inner(node.c)}</th>;
    case 'td':
      return <td {...cellOf(wordsOf(node.c))}>{inner(node.c)}</td>;
    case 'code':
      return (
        <code>
          <ShownText text={node.v} />
        </code>
      );
    case 'pre':
      return (
        <pre>
          <code>
            <ShownText text={node.v} />
          </code>
        </pre>
      );
    case 'link':
      return (
        <OutsideLink href={node.href} words={wordsOf(node.c)}>
          {inner(node.c)}
        </OutsideLink>
      );
    case 'image':
      return <NotLoaded src={node.src} alt={node.alt} />;
    case 'folded':
      return <p class="soft folded">⋯ {t('{count} empty lines', { count: node.lines })}</p>;
    case 'unused':
      return (
        <pre title={t('Markdown shows nothing of these lines; here they are.')}>
          <code>
            <ShownText text={node.v} />
          </code>
        </pre>
      );
  }
}

/** A browser would count from the first number, and leave out what stands at the others. */
const numbered = (number: string, words: readonly Node[]) => (
  <>
    <span class="number digits">{number}</span>
    <div>{inner(words)}</div>
  </>
);

const longestNumber = (items: readonly Node[]) =>
  Math.max(...items.map((item) => (item.t === 'li' && item.number?.length) || 0));

/** Pictures are never loaded: they could track, and show anything. Where one is can be seen, and copied. */
function NotLoaded({ src, alt }: { readonly src: string; readonly alt: string }) {
  return (
    <span class="not-loaded" title={src}>
      {readLink(src, '').usable ? (
        <OutsideLink href={src} words="">
          {t('Image not loaded')}
        </OutsideLink>
      ) : (
        <>
          {t('Image not loaded')} · <ShownText text={shortened(src, 80)} />
        </>
      )}
      {alt && <> · {rich('“{text}”', { text: <ShownText text={alt} /> })}</>}
    </span>
  );
}
