// The frame of a plot: its question, one sentence that answers it, the picture, and the same numbers as a table.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { WideTable } from '../parts/wide-table.tsx';

interface Props {
  readonly title: string;
  /** What the picture shows, for those who do not see it, and above it for those who do. */
  readonly says: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly aside?: ComponentChildren;
  /** Given the width there is. */
  readonly draw: (width: number) => ComponentChildren;
}

export function Plot({ title, says, columns, rows, aside, draw }: Props) {
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section class="card plot" aria-labelledby={id}>
      <div class="row-of">
        <h2 id={id} class="grow">
          {title}
        </h2>
        {aside}
        <button
          type="button"
          class="button small"
          aria-pressed={asTable}
          aria-label={t('as table: {title}', { title })}
          onClick={() => setAsTable(!asTable)}
        >
          {t('as table')}
        </button>
      </div>
      <p class="small soft">{says}</p>
      {asTable ? <Table title={title} columns={columns} rows={rows} /> : <Measured draw={draw} />}
    </section>
  );
}

function Table({ title, columns, rows }: Pick<Props, 'title' | 'columns' | 'rows'>) {
  return (
    <WideTable label={t('{title}, in numbers', { title })}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((cell, at) => (
              <td key={columns[at]} class="digits">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

/** A picture in the pixels there are, so that its words stay as large as all others. */
function Measured({ draw }: Pick<Props, 'draw'>) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const eye = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    eye.observe(element);
    return () => eye.disconnect();
  }, []);
  return (
    <div ref={box} class="canvas">
      {width > 0 && draw(width)}
    </div>
  );
}
