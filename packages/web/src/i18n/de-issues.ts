// German for what the server finds wrong with one member of a request: how the page calls the member, and what is wrong.

import type { SaidIssue } from './said.ts';

/** By the member's path; the number in a list counts from one. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  email: 'E-Mail',
  login: 'Anmeldename',
  password: 'Passwort',
  code: 'Code',
  role: 'Rolle',
  scopes: 'Bereiche',
  locale: 'Sprache',
  comment: 'Begründung',
  callback_url: 'Rückrufadresse',
  timezone: 'Zeitzone',
  'settings.must_read_kinds': 'Arten',
  'settings.must_read_kinds.{n}': 'Art {n}',
  'settings.retention_days': 'Tage',
  'quiet_hours.from': 'Ruhezeit von',
  'quiet_hours.to': 'Ruhezeit bis',
  'quiet_hours.timezone': 'Zeitzone',
  'splits.{n}.name': 'Name',
  'splits.{n}.q': 'Text',
  priority: 'Rang',
  kind_pattern: 'Art',
  target_url_hosts: 'Ziele',
  'target_url_hosts.{n}': 'Ziel {n}',
  'payload_conditions.{n}.path': 'Bedingung {n}, Feld',
  'payload_conditions.{n}.value': 'Bedingung {n}, Wert',
  'outcome_params.n': 'Anzahl der Menschen',
  'outcome_params.reason': 'Grund',
  'outcome_params.expires_in': 'Ablauf',
  'outcome_params.channel_id': 'Kanal',
  'outcome_params.after_s': 'Wartezeit',
  events: 'Ereignisse',
  digest_window_sec: 'Sammelzeit',
  'config.url': 'Adresse',
  'config.query': 'Suche',
  'config.subreddit': 'Subreddit',
  'config.address': 'E-Mail-Adresse',
  'config.topic': 'Thema',
  'config.token': 'Zugangstoken',
  'config.bot_token': 'Bot-Token',
  'config.channel_id': 'Kennung des Kanals',
  'config.chat_id': 'Kennung des Chats',
  'config.signing_secret': 'Signaturgeheimnis',
  'config.public_key': 'Öffentlicher Schlüssel',
  'config.secret': 'Geheimnis',
  'config.approvers.{n}.id': 'Kennung von Prüfer {n}',
  'config.approvers.{n}.reviewer_id': 'Prüfer {n}',
  keywords: 'Stichwörter',
  'keywords.{n}.pattern': 'Stichwort {n}',
  'keywords.{n}.points': 'Punkte für Stichwort {n}',
  keywords_none: 'Ausschlüsse',
  'keywords_none.{n}': 'Ausschluss {n}',
  min_score: 'Punkte für einen Treffer',
  'schedule.every': 'Abstand',
  'schedule.jitter': 'Zufällige Verzögerung',
  'schedule.window': 'Zeitfenster',
  content: 'Inhalt',
};

/** What a member must look like, where the server can only name a regular expression. By the last part of its path. */
const SHAPES: Readonly<Record<string, string>> = {
  name: 'muss eine Zeile sein und darf nicht leer sein',
  email: 'ist keine E-Mail-Adresse',
  address: 'ist keine E-Mail-Adresse',
  login: 'darf nur aus kleinen Buchstaben, Ziffern und . _ @ + - bestehen',
  code: 'besteht aus sechs Ziffern',
  from: 'ist keine Uhrzeit wie 22:00',
  to: 'ist keine Uhrzeit wie 07:00',
  every: 'ist keine Dauer wie 30m, 6h oder 1d',
  jitter: 'ist keine Dauer wie 30m, 6h oder 1d',
  window: 'ist kein Zeitfenster wie 08:00-18:00',
  topic: 'darf nur aus Buchstaben, Ziffern, - und _ bestehen',
  chat_id: 'ist keine Nummer eines Chats und kein @Name',
  public_key: 'besteht aus 64 Zeichen von 0 bis 9 und a bis f',
  target_url_hosts: 'ist kein Hostname',
};

/** `{…}` stands for whatever the server put there. */
const ISSUES: Readonly<Record<string, string>> = {
  'is required': 'fehlt',
  'is required by {what}': 'fehlt',
  'is required for {what}': 'fehlt',
  'is required with {what}': 'fehlt',
  'is required: {what}': 'fehlt',
  'is needed to send a mail': 'fehlt, um eine E-Mail zu schicken',
  'must not have fewer than 1 characters': 'darf nicht leer sein',
  'must not have fewer than {n} characters': 'muss mindestens {n} Zeichen haben',
  'must not have more than {n} characters': 'darf höchstens {n} Zeichen haben',
  'must not have more than {n} bytes': 'darf höchstens {n} Byte haben',
  'must not have fewer than 1 items': 'braucht mindestens einen Eintrag',
  'must not have fewer than {n} items': 'braucht mindestens {n} Einträge',
  'must not have more than {n} items': 'darf höchstens {n} Einträge haben',
  'must not have duplicate items': 'darf keinen Eintrag doppelt haben',
  'must match format "uri"': 'ist keine Adresse',
  'must match format "{format}"': 'hat nicht die richtige Form',
  'must match pattern "{pattern}"': 'hat nicht die richtige Form',
  'must be integer': 'ist keine ganze Zahl',
  'must be number': 'ist keine Zahl',
  'must be a number': 'ist keine Zahl',
  'must be a whole number': 'ist keine ganze Zahl',
  'must be boolean': 'ist weder ja noch nein',
  'must be true or false': 'ist weder wahr noch falsch (true oder false)',
  'must be string': 'ist kein Text',
  'must be >= {n}': 'muss mindestens {n} sein',
  'must be <= {n}': 'darf höchstens {n} sein',
  'must be > {n}': 'muss größer als {n} sein',
  'must be < {n}': 'muss kleiner als {n} sein',
  'must be one of {values}': 'muss eines davon sein: {values}',
  'must match a schema in anyOf': 'hat nicht die richtige Form',
  'is not a known property': 'ist hier unbekannt',
  'is not valid': 'ist nicht gültig',
  'must not contain U+0000 or half of a surrogate pair': 'enthält Zeichen, die sich nicht speichern lassen',
  'must be one line': 'muss eine Zeile sein',
  'must be one value': 'muss ein einzelner Wert sein',
  'must be array': 'muss eine Liste sein',
  'must be object': 'hat nicht die richtige Form',
  'must be a list': 'muss eine Liste sein',
  'must be http or https': 'muss mit http oder https beginnen',
  'must be an https address': 'muss eine https-Adresse sein',
  'must be an http or https address': 'muss eine Adresse mit http oder https sein',
  'must not carry a user or password': 'darf weder Benutzer noch Passwort enthalten',
  'must not contain a backslash': 'darf keinen umgekehrten Schrägstrich enthalten',
  'must not contain a backslash, a space or a line break':
    'darf keinen umgekehrten Schrägstrich, kein Leerzeichen und keinen Zeilenumbruch enthalten',
  'must be at least one minute': 'muss mindestens eine Minute sein',
  'must be at most 365 days': 'darf höchstens 365 Tage sein',
  'must be in the future': 'muss in der Zukunft liegen',
  'must be before the action expires': 'muss vor dem Ablauf der Aktion liegen',
  'must name subreddits': 'muss Subreddits nennen',
  'must not name more than {n} feeds': 'darf höchstens {n} Feeds nennen',
  'must be a reviewer of this project': 'ist niemand aus diesem Projekt',
  'must be a notification channel of this project': 'ist kein Kanal dieses Projekts',
  'names no feed': 'nennt keinen Feed',
  'takes too long to read': 'ist zu aufwendig zu lesen',
  'take too long to read: make the patterns simpler': 'sind zu aufwendig: Machen Sie die Muster einfacher',
  'has nothing to search for': 'enthält nichts, wonach sich suchen ließe',
  'has nothing to look for': 'enthält nichts, wonach sich suchen ließe',
  'is too large: repeat less': 'ist zu groß: weniger Wiederholungen',
  '{line}: is not a CSS selector': '{line} ist kein CSS-Selektor',
  '{line}: is not a path such as $.a.b[0] or /a/b/0': '{line} ist kein Pfad wie $.a.b[0] oder /a/b/0',
  '{line}: write /regular expression/': '{line}: schreiben Sie /regulärer Ausdruck/',
  '{line}: each line begins with css:, -css:, json:, ignore:, lines: or is mode:raw':
    '{line}: jede Zeile beginnt mit css:, -css:, json:, ignore:, lines: oder ist mode:raw',
  '{what} at position {n}': 'ist ab Zeichen {n} kein regulärer Ausdruck ({what})',
  'has no meaning for {what}': 'hat hier keine Bedeutung',
  'is taken': 'ist schon vergeben',
  'is known already': 'ist schon bekannt',
  'was given before': 'wurde schon benutzt',
  'is one too many: {what}': 'ist einer zu viel',
  'is that of the last admin, who stays one': 'ist die des letzten Admins: einer muss bleiben',
  'is not the one that the app shows now: wait for the next and try again':
    'ist nicht der, den die App jetzt zeigt: Warten Sie auf den nächsten',
  'is no answer to a challenge that this page was given lately': 'kam zu spät: Versuchen Sie es noch einmal',
  'is masked, and the address another one: send the whole of it':
    'ist verdeckt, und die Adresse ist neu: Geben Sie es ganz ein',
  'is masked, and not the one that is kept: send the whole of it':
    'ist verdeckt und nicht das gespeicherte: Geben Sie es ganz ein',
  'cannot be changed before your account at the company is connected; or ask an admin':
    'lässt sich erst ändern, wenn Ihr Firmenkonto verbunden ist. Oder fragen Sie jemanden mit der Rolle Admin',
  'cannot be changed: a channel of the project sends to it, or to the one you have; ask an admin':
    'lässt sich nicht ändern: Ein Kanal des Projekts sendet an sie oder an Ihre bisherige. Fragen Sie jemanden mit der Rolle Admin',
  'is registered in another project of this server; unsubscribe there first':
    'ist in einem anderen Projekt dieses Servers angemeldet; melden Sie es dort zuerst ab',
  'leads to an address that is not public': 'führt zu einer Adresse, die nicht öffentlich ist',
  'leads to an address that is not public, or back to this server':
    'führt zu einer Adresse, die nicht öffentlich ist, oder zurück zu diesem Server',

  // Of presets
  'is not a parameter of this preset': 'gehört nicht zu dieser Vorlage',
  'give exactly one of {names}': 'genau eines davon angeben: {names}',
  'must be a host name, such as forum.example.com': 'ist kein Hostname wie forum.example.com',
  'must be one line of at most {n} characters': 'muss eine Zeile mit höchstens {n} Zeichen sein',
  'must be show or ask': 'muss show oder ask sein',
  'must be the name of a subreddit': 'ist kein Name eines Subreddits',
  'must be subreddits joined by +, at most ten': 'müssen Subreddits sein, mit + verbunden, höchstens zehn',
  'must be a GitHub name': 'ist kein Name auf GitHub',
  'must be the name of a repository': 'ist kein Name eines Repositorys',
  'must be commits or tags': 'muss commits oder tags sein',
  'must be the name of a branch': 'ist kein Name eines Branches',
  'must be the name of a package': 'ist kein Name eines Pakets',
  'must be the name of a crate': 'ist kein Name eines Crates',
  'must be a namespace of Docker Hub': 'ist kein Namensraum auf Docker Hub',
  'must be the name of an image': 'ist kein Name eines Images',
  'must be a tag': 'ist kein Tag',
  'must be words separated by commas': 'müssen Wörter sein, durch Kommas getrennt',
  'must be the name before .substack.com': 'ist nicht der Name vor .substack.com',
  'must be a channel id: UC and 22 characters': 'ist keine Kennung eines Kanals: UC und 22 Zeichen',
  'must be an arXiv category': 'ist keine Kategorie von arXiv',
  'must look like en-US': 'muss aussehen wie de-DE',
  'must be a handle or a DID': 'ist weder ein Handle noch eine DID',
  'must be a hashtag': 'ist kein Hashtag',
  'must be one CSS selector': 'ist kein CSS-Selektor',
  'must be the title of an article': 'ist kein Titel eines Artikels',
  'must be a language such as en': 'ist keine Sprache wie de',
  'must be a CIK number': 'ist keine CIK-Nummer',
  'must be a form such as 8-K': 'ist keine Art wie 8-K',
};

/** Undefined: there is no German for it, and the server's English is better than nothing. */
export function germanIssue(path: string, message: string): SaidIssue | undefined {
  const counted = path.replace(/(?<=\.)\d+(?=\.|$)/g, (index) => String(Number(index) + 1));
  const shape = message.startsWith('must match pattern') ? SHAPES[lastOf(path)] : undefined;
  const words = shape ?? matching(ISSUES, message);
  return words === undefined ? undefined : { field: matching(FIELDS, counted) ?? path, words };
}

/** Of a list, the list. */
const lastOf = (path: string) =>
  path
    .replace(/\.\d+$/, '')
    .split('.')
    .at(-1) ?? '';

function matching(table: Readonly<Record<string, string>>, said: string): string | undefined {
  if (Object.hasOwn(table, said)) return table[said];
  for (const [form, words] of Object.entries(table)) {
    if (!form.includes('{')) continue;
    const values = pattern(form).exec(said)?.groups;
    if (values) return words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  }
  return undefined;
}

const literally = (part: string) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** `{n}` is a number, other places any words. */
const pattern = (form: string) =>
  new RegExp(
    `^${form
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 === 0 ? literally(part) : `(?<${part}>${part === 'n' ? '-?\\d+' : '.+'})`))
      .join('')}$`,
    's',
  );
