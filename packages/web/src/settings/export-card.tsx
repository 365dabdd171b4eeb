// Everything of the project as one file, with how much has come so far; a broken line leaves no half file behind.

import { useRef, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
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
      setDone(t('Downloaded, {size}.', { size: sizeOf(file.size) }));
    } catch (error) {
      setWrong(
        stop.signal.aborted ? t('Stopped. Nothing was saved.') : `${wordsFor(error)} ${t('No file was saved.')}`,
      );
    }
    setUnder(undefined);
  };
  return (
    <section class="card" aria-labelledby="export">
      <h2 id="export">{t('Export')}</h2>
      <p class="soft">
        {t(
          'Everything there is of this project as one JSON file: actions, decisions, deliveries, watchers, people, audit log. Secrets are left out. The audit log notes that it was taken.',
        )}
      </p>
      {under && (
        <>
          <progress aria-label={t('Export')} />
          <p class="digits">
            {t('{size} so far, {seconds} s', { size: sizeOf(under.bytes), seconds: now.value - under.since })}
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
            {t('Stop')}
          </button>
        ) : (
          <button type="button" class="button main" onClick={() => void download()}>
            {t('Download everything')}
          </button>
        )}
      </div>
    </section>
  );
}

/** The browser keeps what comes outside of the page's memory; a line that breaks throws. */
async function take(address: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<Blob> {
  const answer = await fetch(address, { signal });
  if (!answer.ok || !answer.body) throw new Error(t('The server answered {status}.', { status: answer.status }));
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
