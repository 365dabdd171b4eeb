// Finds the operation for a method and path. Fixed words go before parameters.

import { Problem } from '../base/problem.ts';

interface Node<T> {
  readonly words: Map<string, Node<T>>;
  parameter?: { readonly name: string; readonly node: Node<T> };
  readonly methods: Map<string, T>;
}

export interface Found<T> {
  readonly target: T;
  readonly params: Readonly<Record<string, string>>;
}

export interface Router<T> {
  /** Throws `not_found`, or `method_not_allowed` with the methods there are. */
  find(method: string, path: string): Found<T>;
}

const emptyNode = <T>(): Node<T> => ({ words: new Map(), methods: new Map() });

export function makeRouter<T extends { readonly method: string; readonly path: string }>(
  targets: readonly T[],
): Router<T> {
  const root = emptyNode<T>();
  for (const target of targets) {
    const end = segmentsOf(target.path).reduce((node, segment) => childFor(node, segment), root);
    end.methods.set(target.method, target);
  }

  return {
    find(method, path) {
      const params: Record<string, string> = {};
      let node: Node<T> | undefined = root;
      for (const segment of segmentsOf(path)) {
        const fixed: Node<T> | undefined = node.words.get(segment);
        if (!fixed && node.parameter) params[node.parameter.name] = decoded(segment);
        node = fixed ?? node.parameter?.node;
        if (!node) throw nowhere();
      }
      if (node.methods.size === 0) throw nowhere();
      const target = node.methods.get(method === 'HEAD' ? 'GET' : method);
      if (!target) throw new Problem('method_not_allowed', { headers: { allow: allowed(node.methods) } });
      return { target, params };
    },
  };
}

/** Not of a thing that is missing, but of a mistake in the address. */
function nowhere(): Problem {
  return new Problem('not_found', {
    detail: 'There is no such path. Those of the API begin with /v1; /docs lists them.',
  });
}

/** Trailing and double slashes say nothing. */
function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function childFor<T>(node: Node<T>, segment: string): Node<T> {
  const name = /^\{(\w+)\}$/.exec(segment)?.[1];
  if (name !== undefined) {
    node.parameter ??= { name, node: emptyNode() };
    return node.parameter.node;
  }
  const child = node.words.get(segment) ?? emptyNode<T>();
  node.words.set(segment, child);
  return child;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment; // no id looks like this, so nothing will be found by it
  }
}

function allowed(methods: ReadonlyMap<string, unknown>): string {
  const names = [...methods.keys()];
  return (names.includes('GET') ? ['HEAD', ...names] : names).toSorted().join(', ');
}
