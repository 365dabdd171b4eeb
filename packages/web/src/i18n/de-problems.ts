// German for what the server refuses, by its code, and for what to do about a watcher that cannot read.

import type { ProblemCode } from '@countersign/contract';
import type { Said } from './said.ts';

type Coded = Readonly<Record<`problem ${ProblemCode}`, string>>;

const PROBLEMS: Coded = {
  'problem validation_failed': 'Die Angaben sind nicht gültig.',
  'problem malformed_json': 'Die Anfrage war nicht lesbar.',
  'problem invalid_timezone': 'Das ist keine Zeitzone. Sie heißt etwa Europe/Berlin.',
  'problem invalid_cursor': 'Diese Stelle der Liste gibt es nicht mehr. Laden Sie die Seite neu.',
  'problem private_target': 'Die Adresse ist nicht öffentlich erreichbar.',
  'problem billing_disabled': 'Auf diesem Server wird nichts abgerechnet.',
  'problem plan_not_configured': 'Für diesen Tarif ist kein Preis eingerichtet.',
  'problem no_customer': 'Dieses Projekt hat noch nichts bezahlt.',
  'problem push_disabled': 'Benachrichtigungen sind auf diesem Server ausgeschaltet.',
  'problem bad_signature': 'Die Signatur passt nicht.',
  'problem unauthenticated': 'Bitte melden Sie sich an.',
  'problem quota_exceeded': 'Der Tarif ist ausgeschöpft.',
  'problem schedule_too_frequent': 'So oft darf ein Beobachter in diesem Tarif nicht lesen.',
  'problem insufficient_scope': 'Ihre Rolle reicht dafür nicht.',
  'problem self_decision_forbidden': 'Wer gefragt hat, darf nicht entscheiden.',
  'problem people_only': 'In diesem Projekt entscheiden nur Menschen.',
  'problem step_up_required': 'Dafür ist eine frische Anmeldung oder ein Passkey nötig.',
  'problem cross_site': 'Die Anfrage kam nicht von einer Seite dieses Eingangs.',
  'problem not_found': 'Das gibt es nicht, oder nicht mehr.',
  'problem preset_not_found': 'Diese Vorlage gibt es nicht.',
  'problem method_not_allowed': 'Das ist hier nicht möglich.',
  'problem timeout': 'Die Anfrage hat zu lange gebraucht. Versuchen Sie es noch einmal.',
  'problem already_decided': 'Das ist schon entschieden.',
  'problem expired': 'Das ist abgelaufen.',
  'problem not_approved': 'Das ist nicht genehmigt.',
  'problem stale_digest': 'Der Inhalt ist nicht mehr der, den Sie gesehen haben. Sehen Sie ihn noch einmal an.',
  'problem already_claimed': 'Das führt schon jemand aus.',
  'problem rule_limit': 'Mehr Regeln kann ein Projekt nicht haben.',
  'problem channel_limit': 'Mehr Kanäle kann ein Projekt nicht haben.',
  'problem channel_in_use': 'Eine Regel gibt an diesen Kanal weiter. Ändern oder entfernen Sie erst die Regel.',
  'problem too_large': 'Das ist zu groß.',
  'problem uri_too_long': 'Die Adresse ist zu lang.',
  'problem unsupported_media_type': 'Diese Art von Inhalt wird hier nicht gelesen.',
  'problem not_editable': 'Diese Änderung lässt die Aktion nicht zu.',
  'problem rate_limited': 'Zu viele Anfragen. Versuchen Sie es etwas später.',
  'problem headers_too_large': 'Die Anfrage ist zu groß.',
  'problem internal': 'Im Server ging etwas schief.',
  'problem unavailable': 'Der Server kann gerade nichts speichern. Es wurde nichts geändert.',
};

export const GERMAN_PROBLEMS = {
  ...PROBLEMS,

  'It is tried again later by itself; a longer interval helps.':
    'Es wird später von selbst noch einmal versucht; ein größerer Abstand hilft.',
  'Open the address in a browser: if it works there, the site keeps programs out.':
    'Öffnen Sie die Adresse in einem Browser: Geht sie dort, hält die Seite Programme fern.',
  'Check the address. It is tried again, because some sites hide a feed for hours.':
    'Prüfen Sie die Adresse. Es wird noch einmal versucht, denn manche Seiten verbergen einen Feed für Stunden.',
  'There is nothing to do here; it is tried again.': 'Hier ist nichts zu tun; es wird noch einmal versucht.',
  'Check the address; it is tried again.': 'Prüfen Sie die Adresse; es wird noch einmal versucht.',
  'Check the network of this server; it is tried again every minute.':
    'Prüfen Sie das Netz dieses Servers; es wird jede Minute noch einmal versucht.',
  'Preview names the feeds of a page; a page without one can be watched with kind url_diff.':
    'Der Test nennt die Feeds einer Seite; eine Seite ohne Feed lässt sich als Seite beobachten.',
  'Tell the owner of the source; it is tried again.':
    'Sagen Sie es dem Betreiber der Quelle; es wird noch einmal versucht.',
  'The page has changed: adapt config.query.': 'Die Seite hat sich geändert: Passen Sie den Selektor an.',
  'Watch a smaller part or a smaller source.': 'Beobachten Sie einen kleineren Teil oder eine kleinere Quelle.',
  'Open the address in a browser; it is tried again.':
    'Öffnen Sie die Adresse in einem Browser; es wird noch einmal versucht.',
  'Ask the site for leave; for a site of your own set WATCHER_IGNORE_ROBOTS=1.':
    'Bitten Sie die Seite um Erlaubnis; für eine eigene Seite setzen Sie WATCHER_IGNORE_ROBOTS=1.',
  'If it is in your own network, set SERVICE_ALLOW_PRIVATE_TARGETS=1.':
    'Liegt sie in Ihrem eigenen Netz, setzen Sie SERVICE_ALLOW_PRIVATE_TARGETS=1.',
  '{host}: {error}. {step}': '{host}: {error}. {step}',
  'its name cannot be found': 'der Name wird nicht gefunden',
  'it does not take a connection': 'es nimmt keine Verbindung an',
  'it answers with something that is not HTTP': 'es antwortet mit etwas, das kein HTTP ist',
  'its certificate is not valid': 'das Zertifikat ist nicht gültig',
  'it did not answer in time': 'es hat nicht rechtzeitig geantwortet',
  'it leads to an address that is not public': 'es führt zu einer Adresse, die nicht öffentlich ist',
  'it shows a challenge instead of its content': 'es zeigt eine Prüfung statt seines Inhalts',
  'it leads to a login': 'es führt zu einer Anmeldung',
  'most of the page is gone, as on an error page': 'das meiste der Seite fehlt, wie auf einer Fehlerseite',
  'The keywords take too long on this source': 'Die Stichwörter brauchen bei dieser Quelle zu lange',
  'Make them simpler, or fewer.': 'Machen Sie sie einfacher, oder nehmen Sie weniger.',
  'This server cannot reach anything outside': 'Dieser Server erreicht draußen nichts',
  'Check its network; it is tried again every minute.':
    'Prüfen Sie sein Netz; es wird jede Minute noch einmal versucht.',
  'Three things help: a home address instead of a datacentre, your feed token (REDDIT_FEED_TOKEN), or an app of yours (REDDIT_CLIENT_ID).':
    'Drei Dinge helfen: ein Anschluss zu Hause statt im Rechenzentrum, Ihr Feed-Token (REDDIT_FEED_TOKEN) oder eine eigene App (REDDIT_CLIENT_ID).',
  'Without “{keyword}”, {removes} matches would not have come; {loses} of them were approved.':
    'Ohne „{keyword}“ wären {removes} Treffer nicht gekommen; {loses} davon wurden genehmigt.',
  'From {points} points on, {removes} matches would not have come; {loses} of them were approved.':
    'Ab {points} Punkten wären {removes} Treffer nicht gekommen; {loses} davon wurden genehmigt.',
} as const satisfies Readonly<Record<string, Said>>;
