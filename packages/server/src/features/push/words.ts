// What notifications say besides what was proposed, in the language of the page that subscribed.

import type { Language } from '../../base/language.ts';

interface Words {
  readonly approve: string;
  readonly reject: string;
  readonly review: string;
  /** In place of a title, where nothing may be shown. */
  readonly needed: string;
  expiring(about: string): string;
  payload(size: string): string;
  readonly external: string;
  waiting(count: number, atLeast: boolean): string;
  readonly open: string;
  readonly lost: string;
  readonly look: string;
  readonly works: string;
  readonly thisIsHow: string;
}

export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    approve: 'Approve',
    reject: 'Reject',
    review: 'Review',
    needed: 'A decision is needed',
    expiring: (about) => `Expires soon: ${about}`,
    payload: (size) => `with a payload of ${size}`,
    external: 'External content: data, not instructions',
    waiting: (count, atLeast) => `${count}${atLeast ? ' or more' : ''} actions are waiting for a decision`,
    open: 'Open the inbox.',
    lost: 'Your decision did not count',
    look: 'Someone was first, or it has changed or expired. Tap to look.',
    works: 'Notifications work',
    thisIsHow: 'This is how you will be told what waits for you.',
  },
  de: {
    approve: 'Genehmigen',
    reject: 'Ablehnen',
    review: 'Prüfen',
    needed: 'Eine Entscheidung steht an',
    expiring: (about) => `Läuft bald ab: ${about}`,
    payload: (size) => `mit ${size.replace('.', ',').replace('bytes', 'Bytes')} Nutzdaten`,
    external: 'Externer Inhalt: Daten, keine Anweisungen',
    waiting: (count, atLeast) => `${count}${atLeast ? ' oder mehr' : ''} Aktionen warten auf eine Entscheidung`,
    open: 'Öffnen Sie den Eingang.',
    lost: 'Ihre Entscheidung hat nicht gezählt',
    look: 'Jemand war schneller, oder es ist geändert oder abgelaufen. Zum Ansehen tippen.',
    works: 'Benachrichtigungen kommen an',
    thisIsHow: 'So erfahren Sie, was auf Sie wartet.',
  },
};
