// Everything of the project as one file, with how much has come so far; a broken line leaves no half file behind.

import { useRef, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { sizeOf } from '../parts/bytes.ts';
import { wordsFor } from '../problem-words.ts';
import { saveAs } from './save-as.ts';

interface Under {
  readonly bytes: number;
  readonly since: number;
}

/** The page is not drawn anew for every piece. */
const DRAW_EVERY_MS = 100;

export function ExportCard({ name }: { readonly name: string }) {
  const [under, setUnder] = useState<Under>();
  const [done, setDone] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const ending = useRef<AbortController>(null);

  const download = async () => {
    const stop = new AbortController();
    ending.current = stop;
    const since = now.value;
    setDone(undefined);
    setWrong(undefined);
    setUnder({ bytes: 0, since });
    try {
      const file = await take('/v1/project/export', stop.signal, (bytes) => setUnder({ bytes, since }));
      saveAs(file, `${fileName(name)}-${new Date().toISOString().slice(0, 10)}.json`);
      setDone(`Downloaded, ${sizeOf(file.size)}.`);
    } catch (error) {
      setWrong(stop.signal.aborted ? 'Stopped. Nothing was saved.' : `${wordsFor(error)} No file was saved.`);
    }
    setUnder(undefined);
  };
  return (
    <section class="card" aria-labelledby="export">
      <h2 id="export">Export</h2>
      <p class="soft">
        Everything there is of this project as one JSON file: actions, decisions, deliveries, watchers, people, audit
        log. Secrets are left out. The audit log notes that it was taken.
      </p>
      {under && (
        <>
          <progress aria-label="Export" />
          <p role="status" class="digits">
            {sizeOf(under.bytes)} so far, {now.value - under.since} s
          </p>
        </>
      )}
      {done && <p role="status">{done}</p>}
      {wrong && (
        <p class="notice stop" role="alert">
          <span class="grow">{wrong}</span>
        </p>
      )}
      <div class="row-of">
        {under ? (
          <button type="button" class="button" onClick={() => ending.current?.abort()}>
            Stop
          </button>
        ) : (
          <button type="button" class="button main" onClick={() => void download()}>
            Download everything
          </button>
        )}
      </div>
    </section>
  );
}

/** The browser keeps what comes outside of the page's memory; a line that breaks throws. */
async function take(address: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(`The server answered ${answer.status}.`);
  let bytes = 0;
  let drawn = 0;
  const counted = answer.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(piece, out) {
        bytes += piece.byteLength;
        if (performance.now() - drawn > DRAW_EVERY_MS) {
          drawn = performance.now();
          onBytes(bytes);
        }
        out.enqueue(piece);
      },
    }),
  );
  return new Response(counted, { headers: { 'content-type': 'application/json' } }).blob();
}

function fileName(project: string): string {
  return (
    project
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'project'
  );
}
