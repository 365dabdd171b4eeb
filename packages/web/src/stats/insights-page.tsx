// Insights: when the load comes, how long agents wait, which kinds need a person, whether answers arrive.

import type { Stats } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { Numbers } from './numbers.tsx';
import { Plot } from './plot.tsx';
import { FEW, Rates } from './rates.tsx';
import { type Part, StackedBars } from './stacked-bars.tsx';
import { Suggestions } from './suggestions.tsx';
import { TimeLines } from './time-lines.tsx';
import { bucketWords, seconds, shareOf } from './words.ts';
import './insights.css';

const SPANS: readonly (readonly [number, string])[] = [
  [1, 'Last 24 hours'],
  [7, 'Last 7 days'],
  [14, 'Last 14 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
];
const HOURS_UP_TO_DAYS = 2;

export function InsightsPage() {
  const [days, setDays] = useState(7);
  const [kind, setKind] = useState('');
  const [agent, setAgent] = useState('');
  const bucket = days <= HOURS_UP_TO_DAYS ? 'hour' : 'day';
  const all = useLoaded(() => api.getStats({ days }), [days]);
  const stats = useLoaded(
    () => api.getStats({ days, bucket, ...(kind !== '' && { kind }), ...(agent !== '' && { created_by: agent }) }),
    [days, kind, agent],
  );
  return (
    <Page
      title="Insights"
      needs="viewer"
      wrong={stats.wrong}
      onRetry={stats.reload}
      wide
      aside={
        <div class="row-of filters">
          <Choice
            label="Time"
            value={String(days)}
            options={SPANS.map(([n, says]) => [String(n), says])}
            onChoose={(value) => setDays(Number(value))}
          />
          <Choice
            label="Kind"
            value={kind}
            options={[['', 'All kinds'], ...(all.value?.kinds ?? []).map((one) => [one.kind, one.kind] as const)]}
            onChoose={setKind}
          />
          <Choice
            label="Agent"
            value={agent}
            options={[['', 'All agents'], ...(all.value?.keys ?? []).map(({ id, name }) => [id, name] as const)]}
            onChoose={setAgent}
          />
        </div>
      }
    >
      {!stats.value && !stats.wrong && <div class="card skeleton block" />}
      {stats.value && <Shown stats={stats.value} />}
    </Page>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      class="narrow"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map(([key, says]) => (
        <option key={key} value={key}>
          {says}
        </option>
      ))}
    </select>
  );
}

function Shown({ stats }: { readonly stats: Stats }) {
  const { totals } = stats;
  if (totals.created + totals.approved + totals.rejected + totals.expired + totals.by_rule === 0)
    return (
      <div class="empty card">
        <h2>Nothing to show yet</h2>
        <p>What agents ask for and people decide in this time is shown here.</p>
      </div>
    );
  return (
    <>
      <Numbers stats={stats} />
      <div class="plots">
        <Decisions stats={stats} />
        <Waiting stats={stats} />
        <ByKind stats={stats} />
        <Suggestions stats={stats} />
        <Deliveries stats={stats} />
        <Unseen stats={stats} />
      </div>
    </>
  );
}

type Given = { readonly stats: Stats };
type Row = Stats['series'][number];

function placesOf({ series, bucket, timezone }: Stats): readonly string[] {
  const words = bucketWords(bucket, timezone);
  return series.map(({ start }) => words(start));
}

function Decisions({ stats }: Given) {
  const { series, bucket, totals } = stats;
  const places = placesOf(stats);
  const part = (name: string, tone: Part['tone'], of: (row: Row) => number): Part => ({
    name,
    tone,
    values: series.map(of),
  });
  const parts = [
    part('approved', 'go', (row) => row.approved),
    part('rejected', 'stop', (row) => row.rejected),
    part('by a rule', 'accent', (row) => row.by_rule),
    part('expired', 'plain', (row) => row.expired),
  ].filter(({ name, values }) => name === 'approved' || name === 'rejected' || values.some((value) => value > 0));
  const says = `${totals.approved} approved, ${totals.rejected} rejected, ${totals.by_rule} by a rule, ${totals.expired} expired.`;
  const title = bucket === 'hour' ? 'Decisions per hour' : 'Decisions per day';
  return (
    <Plot
      title={title}
      says={says}
      columns={[bucket === 'hour' ? 'Hour' : 'Day', ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => <StackedBars label={`${title}: ${says}`} width={width} places={places} parts={parts} />}
    />
  );
}

function Waiting({ stats }: Given) {
  const { series, totals, bucket } = stats;
  const places = placesOf(stats);
  const lines = [
    { name: 'half within', tone: 'accent' as const, values: series.map(({ median_s }) => median_s) },
    { name: '9 of 10 within', tone: 'warn' as const, values: series.map(({ p90_s }) => p90_s) },
  ];
  const says =
    totals.median_s === null
      ? 'Nothing was decided.'
      : `Half were decided within ${seconds(totals.median_s)}, 9 of 10 within ${seconds(totals.p90_s)}.`;
  return (
    <Plot
      title="Time to decision"
      says={says}
      columns={[bucket === 'hour' ? 'Hour' : 'Day', ...lines.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...lines.map(({ values }) => seconds(values[at] ?? null))])}
      draw={(width) => <TimeLines label={`Time to decision: ${says}`} width={width} places={places} lines={lines} />}
    />
  );
}

function ByKind({ stats: { kinds } }: Given) {
  const [edited, setEdited] = useState(false);
  const rates = kinds
    .map(({ kind, approved, rejected, edited: changed }) =>
      edited ? { kind, part: changed, whole: approved } : { kind, part: approved, whole: approved + rejected },
    )
    .filter(({ whole }) => whole > 0)
    .toSorted((a, b) => Number(b.whole >= FEW) - Number(a.whole >= FEW) || b.part / b.whole - a.part / a.whole);
  const title = edited ? 'Edited share by kind' : 'Approval rate by kind';
  return (
    <Plot
      title={title}
      says={
        edited ? 'Of what was approved, how much was changed first.' : 'Of what people decided. Under 10 it is grey.'
      }
      columns={['Kind', edited ? 'Edited' : 'Approved', 'Of', 'Share']}
      rows={rates.map(({ kind, part, whole }) => [kind, part, whole, shareOf(part, whole)])}
      aside={
        <button type="button" class="button small" aria-pressed={edited} onClick={() => setEdited(!edited)}>
          {edited ? 'Approved' : 'Edited'}
        </button>
      }
      draw={() => <Rates rates={rates} />}
    />
  );
}

function Deliveries({ stats }: Given) {
  const { series, bucket, deliveries } = stats;
  const places = placesOf(stats);
  const parts: readonly Part[] = [
    { name: 'delivered', tone: 'go', values: series.map((row) => row.deliveries.delivered) },
    { name: 'on the way', tone: 'warn', values: series.map((row) => row.deliveries.retry + row.deliveries.pending) },
    { name: 'gave up', tone: 'stop', values: series.map((row) => row.deliveries.dlq) },
    { name: 'gone', tone: 'plain', values: series.map((row) => row.deliveries.gone) },
  ];
  const sent = parts.reduce((sum, { values }) => sum + values.reduce((all, value) => all + value, 0), 0);
  const says =
    sent === 0
      ? 'No webhook was sent in this time.'
      : `${deliveries.delivered} delivered, ${deliveries.retry + deliveries.pending} on the way, ${deliveries.dlq} gave up.`;
  return (
    <Plot
      title="Do answers arrive"
      says={says}
      columns={[bucket === 'hour' ? 'Hour' : 'Day', ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => <StackedBars label={`Webhooks: ${says}`} width={width} places={places} parts={parts} />}
    />
  );
}

function Unseen({ stats }: Given) {
  const { series, totals, bucket } = stats;
  const places = placesOf(stats);
  const parts: readonly Part[] = [
    { name: 'nobody had looked', tone: 'stop', values: series.map((row) => row.expired_unseen) },
    {
      name: 'somebody had looked',
      tone: 'plain',
      values: series.map((row) => Math.max(0, row.expired - row.expired_unseen)),
    },
  ];
  const says =
    totals.expired === 0
      ? 'Nothing expired: everything was decided in time.'
      : `${totals.expired} expired; at ${totals.expired_unseen} of them nobody had looked.`;
  return (
    <Plot
      title="Expired before a decision"
      says={says}
      columns={[bucket === 'hour' ? 'Hour' : 'Day', ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => <StackedBars label={`Expired: ${says}`} width={width} places={places} parts={parts} />}
    />
  );
}
