// What markdown may become: nothing but these nodes ever reaches the page. Made in a worker, drawn as elements.

export type Node =
  | { readonly t: 'text' | 'code' | 'title'; readonly v: string }
  | { readonly t: 'break' | 'rule' }
  | { readonly t: Wrapper; readonly c: readonly Node[] }
  | { readonly t: 'h'; readonly level: number; readonly c: readonly Node[] }
  /** `number`: as it was written, `007.` or `9)`; none in a list without. */
  | { readonly t: 'li'; readonly number?: string; readonly c: readonly Node[] }
  | { readonly t: 'pre' | 'unused'; readonly v: string }
  | { readonly t: 'folded'; readonly lines: number }
  | { readonly t: 'link'; readonly href: string; readonly c: readonly Node[] }
  | { readonly t: 'image'; readonly src: string; readonly alt: string };

export type Wrapper =
  | 'strong' | 'em' | 's' | 'p' | 'quote' | 'ul' | 'ol' | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td'; // biome-ignore format: one row

/** The words inside, for what must be said about them. */
export function wordsOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if ('c' in node) return wordsOf(node.c);
      if ('v' in node) return node.v;
      return node.t === 'image' ? node.alt : ' ';
    })
    .join('');
}
