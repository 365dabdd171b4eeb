// Notifications, in /me: on this device, on my others, what they may show, and when not to come.

import type { Device, Me } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { type Plain, t, tn } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { may, me, takeMe } from '../session.ts';
import { QuietHours } from './quiet-hours.tsx';
import { installable } from './register.ts';
import { type Ability, abilityHere, endpointHere, subscribeHere, unsubscribeHere } from './subscribe.ts';

const WHY_NOT: Readonly<Record<Exclude<Ability, 'possible'>, Plain>> = {
  off: 'Push is turned off on this server.',
  insecure: 'Notifications need https, or localhost.',
  add_to_home_screen: 'On this device, add the app to the Home Screen first: Share, then Add to Home Screen.',
  unsupported: 'This browser has no notifications.',
  denied: 'This browser blocks notifications from here. Allow them in its settings for this site.',
};

export function NotificationsCard() {
  const devices = useLoaded(async () => {
    const [{ items }, ability, here] = await Promise.all([api.listMyDevices(), abilityHere(), endpointHere()]);
    return { items, ability, here };
  });
  const [busy, setBusy] = useState(false);
  if (!may('reviewer')) return null;
  const change = async (work: () => Promise<string | undefined>) => {
    setBusy(true);
    try {
      const said = await work();
      if (said) say(said);
    } catch (error) {
      say(wordsFor(error));
    }
    setBusy(false);
    devices.reload();
  };
  const { items = [], ability, here } = devices.value ?? {};
  const isOn = here !== undefined && items.some(({ endpoint_sha256 }) => endpoint_sha256 === here);
  return (
    <section class="card" aria-labelledby="notifications">
      <h2 id="notifications">{t('Notifications')}</h2>
      <Fetched of={devices} />
      {ability && ability !== 'possible' && <p class="notice">{t(WHY_NOT[ability])}</p>}
      <div class="row-of filled">
        {ability === 'possible' &&
          (isOn ? (
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={() => void change(() => unsubscribeHere().then(() => t('This device is told no more')))}
            >
              {t('Turn off on this device')}
            </button>
          ) : (
            <button
              type="button"
              class="button main"
              disabled={busy}
              onClick={() =>
                void change(async () => ((await subscribeHere()) ? t('This device is told now') : t(WHY_NOT.denied)))
              }
            >
              {t('Turn on on this device')}
            </button>
          ))}
        {items.length > 0 && (
          <button type="button" class="button" disabled={busy} onClick={() => void change(sendTest)}>
            {t('Send a test')}
          </button>
        )}
        {installable.value && (
          <button type="button" class="button" onClick={() => void installable.value?.prompt()}>
            {t('Install the app')}
          </button>
        )}
      </div>
      {items.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          isHere={device.endpoint_sha256 === here}
          onChange={(work) => void change(work)}
        />
      ))}
      {me.value && <When mine={me.value} />}
    </section>
  );
}

async function sendTest(): Promise<string> {
  const { devices } = await api.testPush();
  return tn(devices, 'Sent to one device', 'Sent to {count} devices');
}

interface RowProps {
  readonly device: Device;
  readonly isHere: boolean;
  readonly onChange: (work: () => Promise<string | undefined>) => void;
}

function DeviceRow({ device: { id, name, show_content, last_sent_at }, isHere, onChange }: RowProps) {
  return (
    <div class="stack tight device">
      <div class="row-of">
        <b class="grow">
          {name} {isHere && <span class="chip accent">{t('this device')}</span>}
        </b>
        <span class="small soft digits">
          {last_sent_at === undefined
            ? t('nothing sent yet')
            : t('last told {ago}', { ago: ago(now.value - last_sent_at) })}
        </span>
        <button
          type="button"
          class="button small stop"
          aria-label={t('Remove {name}', { name })}
          onClick={() =>
            onChange(async () => {
              if (isHere) await unsubscribeHere();
              else await api.removeMyDevice(id);
              return t('Removed');
            })
          }
        >
          {t('Remove')}
        </button>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={show_content}
          onChange={({ currentTarget }) => {
            const wanted = currentTarget.checked;
            onChange(async () => {
              await api.updateMyDevice(id, { show_content: wanted });
              return wanted ? t('Its notifications show the content') : t('Its notifications show kind and agent only');
            });
          }}
        />
        <span>
          {t(
            'Show what is proposed, also on a locked screen. Without it a notification says only kind and agent, and can reject but not approve.',
          )}
        </span>
      </label>
    </div>
  );
}

const GATHERED: readonly (readonly [number, Plain])[] = [
  [0, 'each by itself'],
  [60, 'at most one a minute'],
  [300, 'at most one in 5 minutes'],
  [900, 'at most one in 15 minutes'],
  [3600, 'at most one an hour'],
];

function When({ mine }: { readonly mine: Me }) {
  const [, setTries] = useState(0);
  const save = async (update: Parameters<typeof api.updateMe>[0]) => {
    try {
      takeMe(await api.updateMe(update));
      say(t('Saved'));
    } catch (error) {
      say(wordsFor(error));
      setTries((n) => n + 1); // what was chosen and not saved is not to stay on the page
    }
  };
  return (
    <>
      <label class="row-of">
        <span>{t('They come')}</span>
        <select
          class="narrow"
          value={mine.push_digest_s}
          onChange={({ currentTarget }) => void save({ push_digest_s: Number(currentTarget.value) })}
        >
          {GATHERED.map(([seconds, says]) => (
            <option key={seconds} value={seconds}>
              {t(says)}
            </option>
          ))}
        </select>
      </label>
      <QuietHours
        key={JSON.stringify(mine.quiet_hours)}
        hours={mine.quiet_hours}
        onSave={(quiet_hours) => void save({ quiet_hours })}
      />
    </>
  );
}
