// Insights: when the load comes, how long agents wait, which kinds need a person, whether answers arrive.

import type { Stats } from '@countersign/contract';
import { OTHER } from '@countersign/contract/shown/other';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { demoIds } from '../first-run/demo.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { Numbers } from './numbers.tsx';
import { placesOf } from './places.ts';
import { Plot } from './plot.tsx';
import { FEW, Rates } from './rates.tsx';
import { type Part, StackedBars } from './stacked-bars.tsx';
import { Suggestions } from './suggestions.tsx';
import { TimeLines } from './time-lines.tsx';
import { called, roundTime, seconds, shareOf } from './words.ts';
import './insights.css';

const SPANS: readonly (readonly [number, Plain])[] = [
  [1, 'Last 24 hours'],
  [7, 'Last 7 days'],
  [14, 'Last 14 days'],
  [30, 'Last 30 days'],
  [90, 'Last 90 days'],
];
/** Decisions are shown by the hour for a week, to see when in the day they come; what is slower, for less. */
const DECISIONS_BY_HOUR_DAYS = 7;
const ALL_BY_HOUR_DAYS = 2;

export function InsightsPage() {
  const [days, setDays] = useState(7);
  const [kind, setKind] = useState('');
  const [agent, setAgent] = useState('');
  const all = useLoaded(() => api.getStats({ days }), [days]);
  const stats = useLoaded(async () => {
    const of = { days, ...(kind !== '' && { kind }), ...(agent !== '' && { created_by: agent }) };
    const [byDay, byHour] = await Promise.all([
      days > ALL_BY_HOUR_DAYS ? api.getStats({ ...of, bucket: 'day' }) : undefined,
      days <= DECISIONS_BY_HOUR_DAYS ? api.getStats({ ...of, bucket: 'hour' }) : undefined,
    ]);
    const [decisions, others] = [byHour ?? byDay, byDay ?? byHour];
    return decisions && others && { decisions, others };
  }, [days, kind, agent]);
  const history = agent === '' && kind !== OTHER ? { days, ...(kind !== '' && { kind }) } : undefined;
  return (
    <Page
      title={t('Insights')}
      needs="viewer"
      aside={
        <div class="row-of filters">
          <Choice
            label={t('Time')}
            value={String(days)}
            options={SPANS.map(([n, says]) => [String(n), t(says)])}
            onChoose={(value) => setDays(Number(value))}
          />
          <Choice
            label={t('Kind')}
            value={kind}
            options={[
              ['', t('All kinds')],
              ...(all.value?.kinds ?? []).map((one) => [one.kind, called(one.kind)] as const),
            ]}
            onChoose={setKind}
          />
          <Choice
            label={t('Agent')}
            value={agent}
            options={[
              ['', t('All agents')],
              ...(all.value?.keys ?? []).map(({ id, name }) => [id, name || called(id)] as const),
            ]}
            onChoose={setAgent}
          />
        </div>
      }
    >
      {demoIds.value.length > 0 && <p class="small soft">{t('What the demo asked for is not counted here.')}</p>}
      <Fetched of={stats} />
      {stats.value && <Shown stats={stats.value.others} decisions={stats.value.decisions} history={history} />}
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

type ShownProps = Parameters<typeof Suggestions>[0] & {
  /** The same, perhaps by the hour. */
  readonly decisions: Stats;
};

function Shown({ stats, decisions, history }: ShownProps) {
  const { totals } = stats;
  if (totals.created + totals.approved + totals.rejected + totals.expired + totals.by_rule === 0)
    return (
      <div class="empty card">
        <h2>{t('Nothing to show yet')}</h2>
        <p>{t('What agents ask for and people decide in this time is shown here.')}</p>
      </div>
    );
  return (
    <>
      <Numbers stats={stats} />
      <div class="plots">
        <Decisions stats={decisions} />
        <Waiting stats={stats} />
        <ByKind stats={stats} />
        <Suggestions stats={stats} history={history} />
        <Deliveries stats={stats} />
        <Unseen stats={stats} />
      </div>
    </>
  );
}

type Given = { readonly stats: Stats };
type Row = Stats['series'][number];

function placesIn({ series, bucket, timezone }: Stats): readonly string[] {
  return placesOf(
    series.map(({ start }) => start),
    bucket,
    timezone,
  );
}

function Decisions({ stats }: Given) {
  const { series, bucket, totals } = stats;
  const places = placesIn(stats);
  const part = (name: Plain, tone: Part['tone'], of: (row: Row) => number): Part => ({
    name: t(name),
    tone,
    values: series.map(of),
  });
  const parts = [
    part('approved', 'go', (row) => row.approved),
    part('rejected', 'stop', (row) => row.rejected),
    part('by a rule', 'accent', (row) => row.by_rule),
    part('expired', 'plain', (row) => row.expired),
  ].filter(({ tone, values }) => tone === 'go' || tone === 'stop' || values.some((value) => value > 0));
  const says = t('{approved} approved, {rejected} rejected, {by_rule} by a rule, {expired} expired.', totals);
  const title = bucket === 'hour' ? t('Decisions per hour') : t('Decisions per day');
  return (
    <Plot
      title={title}
      says={says}
      columns={[bucket === 'hour' ? t('Hour') : t('Day'), ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => <StackedBars label={`${title}: ${says}`} width={width} places={places} parts={parts} />}
    />
  );
}

function Waiting({ stats }: Given) {
  const [spread, setSpread] = useState(false);
  const { series, totals, bucket, waits } = stats;
  const places = placesIn(stats);
  const lines = [
    { name: t('half within'), tone: 'accent' as const, values: series.map(({ median_s }) => median_s) },
    { name: t('9 of 10 within'), tone: 'warn' as const, values: series.map(({ p90_s }) => p90_s) },
  ];
  const says =
    totals.median_s === null
      ? t('Nothing was decided.')
      : t('Half were decided within {half}, 9 of 10 within {most}.', {
          half: seconds(totals.median_s),
          most: seconds(totals.p90_s),
        });
  const aside = (
    <button type="button" class="button small" onClick={() => setSpread(!spread)}>
      {spread ? t('Over time') : t('Histogram')}
    </button>
  );
  if (spread) {
    const steps = waits.map(({ under_s }, at) =>
      under_s === null
        ? t('{time} or more', { time: roundTime(waits[at - 1]?.under_s ?? 0) })
        : t('under {time}', { time: roundTime(under_s) }),
    );
    /** To have room side by side. */
    const shorter = waits.map(({ under_s }, at) =>
      under_s === null ? `≥ ${roundTime(waits[at - 1]?.under_s ?? 0)}` : `< ${roundTime(under_s)}`,
    );
    const part: Part = { name: t('decided'), tone: 'accent', values: waits.map(({ count }) => count) };
    return (
      <Plot
        title={t('Time to decision')}
        says={says}
        columns={[t('Time to decision'), t('decided')]}
        rows={steps.map((step, at) => [step, part.values[at] ?? 0])}
        aside={aside}
        draw={(width) => (
          <StackedBars label={`${t('Time to decision')}: ${says}`} width={width} places={shorter} parts={[part]} />
        )}
      />
    );
  }
  return (
    <Plot
      title={t('Time to decision')}
      says={says}
      aside={aside}
      columns={[bucket === 'hour' ? t('Hour') : t('Day'), ...lines.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...lines.map(({ values }) => seconds(values[at] ?? null))])}
      draw={(width) => (
        <TimeLines label={`${t('Time to decision')}: ${says}`} width={width} places={places} lines={lines} />
      )}
    />
  );
}

function ByKind({ stats: { kinds } }: Given) {
  const [edited, setEdited] = useState(false);
  const rates = kinds
    .map(({ kind, approved, rejected, edited: changed }) => ({
      kind: called(kind),
      ...(edited ? { part: changed, whole: approved } : { part: approved, whole: approved + rejected }),
    }))
    .filter(({ whole }) => whole > 0)
    .toSorted((a, b) => Number(b.whole >= FEW) - Number(a.whole >= FEW) || b.part / b.whole - a.part / a.whole);
  const title = edited ? t('Edited share by kind') : t('Approval rate by kind');
  return (
    <Plot
      title={title}
      says={
        edited
          ? t('Of what was approved, how much was changed first.')
          : t('Of what people decided. Under 10 it is grey.')
      }
      columns={[t('Kind'), edited ? t('Edited') : t('Approved'), t('Of'), t('Share')]}
      rows={rates.map(({ kind, part, whole }) => [kind, part, whole, shareOf(part, whole)])}
      aside={
        <button type="button" class="button small" onClick={() => setEdited(!edited)}>
          {edited ? t('Approved') : t('Edited')}
        </button>
      }
      draw={() => <Rates rates={rates} />}
    />
  );
}

function Deliveries({ stats }: Given) {
  const { series, bucket, deliveries } = stats;
  const places = placesIn(stats);
  const parts: readonly Part[] = [
    { name: t('delivered'), tone: 'go', values: series.map((row) => row.deliveries.delivered) },
    { name: t('on the way'), tone: 'warn', values: series.map((row) => row.deliveries.retry + row.deliveries.pending) },
    { name: t('gave up'), tone: 'stop', values: series.map((row) => row.deliveries.dlq) },
    { name: t('gone'), tone: 'plain', values: series.map((row) => row.deliveries.gone) },
  ];
  const sent = parts.reduce((sum, { values }) => sum + values.reduce((all, value) => all + value, 0), 0);
  const says =
    sent === 0
      ? t('No webhook was sent in this time.')
      : t('{delivered} delivered, {under_way} on the way, {gave_up} gave up.', {
          delivered: deliveries.delivered,
          under_way: deliveries.retry + deliveries.pending,
          gave_up: deliveries.dlq,
        });
  return (
    <Plot
      title={t('Do answers arrive')}
      says={says}
      columns={[bucket === 'hour' ? t('Hour') : t('Day'), ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => (
        <StackedBars label={`${t('Do answers arrive')}: ${says}`} width={width} places={places} parts={parts} />
      )}
    />
  );
}

function Unseen({ stats }: Given) {
  const { series, totals, bucket } = stats;
  const places = placesIn(stats);
  const parts: readonly Part[] = [
    { name: t('nobody had looked'), tone: 'stop', values: series.map((row) => row.expired_unseen) },
    {
      name: t('somebody had looked'),
      tone: 'plain',
      values: series.map((row) => Math.max(0, row.expired - row.expired_unseen)),
    },
  ];
  const says =
    totals.expired === 0
      ? totals.approved + totals.rejected + totals.by_rule === 0
        ? t('Nothing expired.')
        : t('Nothing expired: everything was decided in time.')
      : t('{expired} expired; at {unseen} of them nobody had looked.', {
          expired: totals.expired,
          unseen: totals.expired_unseen,
        });
  return (
    <Plot
      title={t('Expired before a decision')}
      says={says}
      columns={[bucket === 'hour' ? t('Hour') : t('Day'), ...parts.map(({ name }) => name)]}
      rows={places.map((place, at) => [place, ...parts.map(({ values }) => values[at] ?? 0)])}
      draw={(width) => (
        <StackedBars label={`${t('Expired before a decision')}: ${says}`} width={width} places={places} parts={parts} />
      )}
    />
  );
}
