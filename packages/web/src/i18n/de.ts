// German. The English words are the names; whoever uses one that is not here is stopped by the compiler.

import { GERMAN_INBOX } from './de-inbox.ts';
import { GERMAN_PRESETS } from './de-presets.ts';
import { GERMAN_PROBLEMS } from './de-problems.ts';
import { GERMAN_SET_UP } from './de-set-up.ts';
import { GERMAN_WORK } from './de-work.ts';
import type { Said } from './said.ts';

export const GERMAN = {
  ...GERMAN_PRESETS,
  ...GERMAN_PROBLEMS,
  ...GERMAN_WORK,
  ...GERMAN_SET_UP,
  ...GERMAN_INBOX,

  // Places
  Places: 'Orte',
  'More places': 'Weitere Orte',
  Inbox: 'Eingang',
  History: 'Verlauf',
  Watchers: 'Beobachter',
  Insights: 'Auswertung',
  Rules: 'Regeln',
  Channels: 'Kanäle',
  Reviewers: 'Prüfer',
  Keys: 'Schlüssel',
  Audit: 'Protokoll',
  Settings: 'Einstellungen',
  Me: 'Ich',
  More: 'Mehr',
  Shortcuts: 'Tastenkürzel',
  Collapse: 'Einklappen',
  'Collapse the rail': 'Leiste einklappen',
  'Expand the rail': 'Leiste ausklappen',
  'API documentation': 'API-Dokumentation',
  'To the content': 'Zum Inhalt',
  'To the inbox': 'Zum Eingang',
  'There is no such page': 'Diese Seite gibt es nicht',

  // Everywhere
  '“{text}”': '„{text}“',
  Save: 'Speichern',
  Saved: 'Gespeichert',
  Done: 'Fertig',
  Copy: 'Kopieren',
  Copied: 'Kopiert',
  'Select it and copy: this browser does not let us.':
    'Bitte selbst markieren und kopieren: Dieser Browser erlaubt es uns nicht.',
  Download: 'Herunterladen',
  Print: 'Drucken',
  Remove: 'Entfernen',
  Removed: 'Entfernt',
  'Keep it': 'Behalten',
  Undo: 'Rückgängig',
  Change: 'Ändern',
  'Try again': 'Noch einmal versuchen',
  'Loading …': 'Wird geladen …',
  'Check the connection, then try again.': 'Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  'This part could not be loaded. Check the connection, then reload the page.':
    'Dieser Teil ließ sich nicht laden. Prüfen Sie die Verbindung und laden Sie die Seite neu.',
  Offline: 'Offline',
  'The server cannot be reached.': 'Der Server ist nicht erreichbar.',
  'The server cannot be reached. Decisions need the server.':
    'Der Server ist nicht erreichbar. Ohne ihn lässt sich nichts entscheiden.',
  'The server failed ({id}). Nothing was changed.': 'Fehler im Server ({id}). Es wurde nichts geändert.',
  'The server failed ({id}). Look before you repeat it.':
    'Fehler im Server ({id}). Sehen Sie nach, bevor Sie es wiederholen.',
  'Slow down: try again in {seconds} s.': 'Zu schnell: bitte in {seconds} s noch einmal versuchen.',
  'You can try again now.': 'Jetzt geht es wieder.',
  'The passkey was not used.': 'Der Passkey wurde nicht benutzt.',
  'Your role is {role}. Ask an admin ({names}).':
    'Ihre Rolle ist {role}. Fragen Sie jemanden mit der Rolle Admin ({names}).',
  'nobody yet': 'noch niemand',

  // Time
  now: 'jetzt',
  'just now': 'gerade eben',
  '{time} ago': 'vor {time}',
  '{s} s': '{s} s',
  '{m} m': '{m} min',
  '{m} m {s} s': '{m} min {s} s',
  '{h} h': '{h} Std.',
  '{d} d': '{d} T.',

  // Roles and ways to sign in
  viewer: 'Betrachter',
  reviewer: 'Prüfer',
  admin: 'Admin',
  'Sees everything that waits and was decided': 'Sieht alles, was wartet und was entschieden wurde',
  'Also approves, rejects and edits': 'Darf außerdem genehmigen, ablehnen und ändern',
  'Also changes keys, people and settings': 'Darf außerdem Schlüssel, Personen und Einstellungen ändern',
  passkey: 'Passkey',
  password: 'Passwort',
  'recovery code': 'Wiederherstellungscode',
  'mailed link': 'Link per E-Mail',
  'company account': 'Firmenkonto',

  // Signing in
  'Sign in': 'Anmelden',
  'Sign in instead': 'Stattdessen anmelden',
  'Sign in with a passkey': 'Mit Passkey anmelden',
  'Sign in on this device': 'Auf diesem Gerät anmelden',
  Login: 'Anmeldename',
  Passkey: 'Passkey',
  Password: 'Passwort',
  'Recovery code': 'Wiederherstellungscode',
  'E-mail': 'E-Mail',
  'Mail me a link': 'Link per E-Mail schicken',
  'Look into your mail.': 'Sehen Sie in Ihre E-Mails.',
  'If {email} belongs to someone here, a link is on its way. It works once, for 15 minutes, in any browser.':
    'Falls {email} hier jemandem gehört, ist ein Link unterwegs. Er gilt einmal, 15 Minuten lang, in jedem Browser.',
  'Another address, or once more': 'Andere Adresse, oder noch einmal',
  'Code from your authenticator app': 'Code aus Ihrer Authenticator-App',
  'That did not open the door. Check it and try again.':
    'Damit ging die Tür nicht auf. Bitte prüfen und noch einmal versuchen.',
  'That code did not fit. Wait for the next one and try again.':
    'Der Code passt nicht. Warten Sie auf den nächsten und versuchen Sie es noch einmal.',
  'Lost access? Run {command} on the server, or ask an admin for a link.':
    'Zugang verloren? Führen Sie auf dem Server {command} aus, oder lassen Sie sich einen Link geben.',
  'Nobody lives here yet': 'Hier wohnt noch niemand',
  'Open the link that the server printed when it started. A new one comes from {command} on the server.':
    'Öffnen Sie den Link, den der Server beim Start ausgegeben hat. Einen neuen gibt {command} auf dem Server.',
  'This link is not whole': 'Dieser Link ist nicht vollständig',
  'Open the whole link that the server printed or that you were sent.':
    'Öffnen Sie den ganzen Link, den der Server ausgegeben hat oder den Sie bekommen haben.',
  'This link was already used or has expired. Have another mailed to you, or ask an admin.':
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Lassen Sie sich einen neuen mailen oder geben.',
  'This link was already used or has expired. Run “countersign admin sign-in-link” on the server for a new one, or ask an admin.':
    'Dieser Link wurde schon benutzt oder ist abgelaufen. Einen neuen gibt „countersign admin sign-in-link“ auf dem Server, oder jemand mit der Rolle Admin.',
  'Make this inbox yours': 'Diesen Eingang übernehmen',
  'Make it mine': 'Übernehmen',
  'Join the inbox': 'Dem Eingang beitreten',
  'Your name': 'Ihr Name',
  'Leave it empty if you have been here before.': 'Lassen Sie es leer, wenn Sie schon einmal hier waren.',
  'Sign in without a password': 'Anmelden ohne Passwort',
  'Only people may decide': 'Nur Menschen dürfen entscheiden',
  'API keys can ask and report, but not approve or reject.':
    'API-Schlüssel dürfen fragen und berichten, aber nicht genehmigen oder ablehnen.',
  'Only people may decide. Settings → Who may decide changes it.':
    'Nur Menschen dürfen entscheiden. Ändern lässt sich das unter Einstellungen → Wer entscheiden darf.',
  'Times will be those of {zone}. Settings → Time zone changes it.':
    'Zeiten gelten in {zone}. Ändern lässt sich das unter Einstellungen → Zeitzone.',
  'This page is at {address}. Passkeys need https or localhost; use a password here, or put the server behind https (Tailscale Serve or Caddy do it in one line).':
    'Diese Seite liegt unter {address}. Passkeys brauchen https oder localhost; nehmen Sie hier ein Passwort, oder stellen Sie den Server hinter https (Tailscale Serve oder Caddy tun das mit einer Zeile).',
  'Use Touch ID, Windows Hello or your phone': 'Touch ID, Windows Hello oder Ihr Telefon benutzen',
  'Nobody can phish a passkey, and later it can sign risky approvals. It stays on your device.':
    'Einen Passkey kann niemand abfischen, und später kann er heikle Genehmigungen unterschreiben. Er bleibt auf Ihrem Gerät.',
  'At least 12 characters': 'Mindestens 12 Zeichen',
  'Use this password': 'Dieses Passwort nehmen',
  'Use a password instead': 'Stattdessen ein Passwort nehmen',
  'Not now': 'Nicht jetzt',
  'Keep these somewhere safe': 'Heben Sie diese gut auf',
  'Each of these codes signs you in once, should you lose your device. They are shown only now.':
    'Mit jedem dieser Codes können Sie sich einmal anmelden, falls Sie Ihr Gerät verlieren. Sie werden nur jetzt gezeigt.',
  'Countersign recovery codes for {host}': 'Wiederherstellungscodes von Countersign für {host}',
  'Go to the inbox': 'Zum Eingang',
  'Is it still you?': 'Sind Sie es noch?',
  'This change needs a sign-in that is not older than ten minutes.':
    'Diese Änderung braucht eine Anmeldung, die nicht älter als zehn Minuten ist.',
  'Signed out': 'Abgemeldet',
  'Sign in to go on. Everything on this page is still here.':
    'Melden Sie sich an, um weiterzumachen. Alles auf dieser Seite ist noch da.',
  'Use a passkey': 'Passkey benutzen',
  'Use the password': 'Passwort benutzen',
  'Neither a passkey nor a password is set up here. Run {command} on the server.':
    'Hier ist weder ein Passkey noch ein Passwort eingerichtet. Führen Sie auf dem Server {command} aus.',
  'That took too long, or began in another browser. Try again.':
    'Das hat zu lange gedauert oder in einem anderen Browser begonnen. Bitte noch einmal.',
  'The company sign-in said no.': 'Die Anmeldung der Firma hat abgelehnt.',
  'The company sign-in cannot be reached.': 'Die Anmeldung der Firma ist nicht erreichbar.',
  'The answer of the company sign-in could not be trusted. Try again, or tell an admin.':
    'Der Antwort der Firmenanmeldung war nicht zu trauen. Versuchen Sie es noch einmal, oder sagen Sie es einem Admin.',
  'The company knows you, but nobody here does. Open the link of your invitation, or ask an admin for one.':
    'Die Firma kennt Sie, aber hier kennt Sie niemand. Öffnen Sie den Link Ihrer Einladung oder bitten Sie um eine.',
  'Change the password': 'Passwort ändern',
  'That password is among the first that are tried. Choose another: four words that have nothing to do with each other are good.':
    'Dieses Passwort gehört zu den ersten, die ausprobiert werden. Wählen Sie ein anderes: Gut sind vier Wörter, die nichts miteinander zu tun haben.',
  'That password has too few different characters. Choose another.':
    'Dieses Passwort hat zu wenige verschiedene Zeichen. Wählen Sie ein anderes.',
  'That password is little more than your name. Choose another.':
    'Dieses Passwort ist kaum mehr als Ihr Name. Wählen Sie ein anderes.',
  'Too many tries. Wait a minute, then try again.':
    'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  'The invitation is for another address than the one the company knows you by. Ask an admin.':
    'Die Einladung gilt einer anderen Adresse als der, unter der die Firma Sie kennt. Fragen Sie jemanden mit der Rolle Admin.',
  'None of your groups at the company has a role here. Ask an admin.':
    'Keine Ihrer Gruppen in der Firma hat hier eine Rolle. Fragen Sie jemanden mit der Rolle Admin.',
  'Someone here has your address. If that is you, sign in as before and connect your account under Me; else ask an admin.':
    'Jemand hat hier Ihre Adresse. Sind Sie das, melden Sie sich wie bisher an und verbinden Sie Ihr Konto unter „Ich“; sonst fragen Sie jemanden mit der Rolle Admin.',
  'That account at the company already belongs to someone else here.':
    'Dieses Firmenkonto gehört hier schon jemand anderem.',

  // Me
  Preferences: 'Vorlieben',
  Name: 'Name',
  'Sign-in links can be mailed to it': 'Dorthin können Anmeldelinks geschickt werden',
  'Role {role} · login {login}': 'Rolle {role} · Anmeldename {login}',
  Language: 'Sprache',
  'as the browser has it': 'wie im Browser',
  Theme: 'Farben',
  auto: 'automatisch',
  light: 'hell',
  dark: 'dunkel',
  Density: 'Dichte',
  comfortable: 'bequem',
  compact: 'dicht',
  'Decisions can be undone for': 'Entscheidungen lassen sich rückgängig machen',
  'not at all': 'gar nicht',
  '{seconds} seconds': '{seconds} Sekunden lang',
  'Single letters are shortcuts (a approves, r rejects)':
    'Einzelne Buchstaben sind Tastenkürzel (a genehmigt, r lehnt ab)',
  'Signing in': 'Anmeldung',
  'passkey, made {time}, synced': 'Passkey, angelegt {time}, synchronisiert',
  'passkey, made {time}, on one device': 'Passkey, angelegt {time}, auf einem Gerät',
  Forget: 'Vergessen',
  'Add a passkey': 'Passkey anlegen',
  'Set a password': 'Passwort setzen',
  'Set it': 'Setzen',
  'Password set; your other sessions have ended': 'Passwort gesetzt; Ihre anderen Sitzungen sind beendet',
  'Set up an authenticator app': 'Authenticator-App einrichten',
  'Change the authenticator app': 'Authenticator-App wechseln',
  'Forget the app': 'App vergessen',
  'No codes are asked for any more': 'Nach Codes wird nicht mehr gefragt',
  'From now on you are asked for a code': 'Von jetzt an werden Sie nach einem Code gefragt',
  'After a password or a mailed link, a code of your authenticator app is asked for.':
    'Nach einem Passwort oder einem gemailten Link wird ein Code Ihrer Authenticator-App verlangt.',
  'Point the camera of the app at this, then type the six digits that it shows.':
    'Richten Sie die Kamera der App hierauf, und tippen Sie dann die sechs Ziffern, die sie zeigt.',
  'Or type this into the app, as a time-based code.': 'Oder tippen Sie dies in die App, als zeitbasierten Code.',
  'Ask me for codes': 'Nach Codes fragen',
  'New recovery codes': 'Neue Wiederherstellungscodes',
  'Recovery codes': 'Wiederherstellungscodes',
  'I have kept them': 'Ich habe sie aufbewahrt',
  'I have kept it': 'Ich habe ihn aufbewahrt',
  '{count} recovery codes left.': {
    one: 'Noch {count} Wiederherstellungscode.',
    other: 'Noch {count} Wiederherstellungscodes.',
  },
  'Each signs you in once. They are shown only now; older ones stop working.':
    'Jeder gilt für eine Anmeldung. Sie werden nur jetzt gezeigt; ältere gelten nicht mehr.',
  'Connect {name}': '{name} verbinden',
  'Forget {name}': '{name} vergessen',
  'Add your phone': 'Telefon hinzufügen',
  'Point the camera of your other device at this. It signs that device in once, as you.':
    'Richten Sie die Kamera Ihres anderen Geräts hierauf. Das meldet es einmal an, als Sie.',
  'Or open this link there. It works for {time}.': 'Oder öffnen Sie dort diesen Link. Er gilt noch {time}.',
  'Your other device is signed in. Make a passkey there to come back without this code.':
    'Ihr anderes Gerät ist angemeldet. Legen Sie dort einen Passkey an, um ohne diesen Code wiederzukommen.',
  'The code has expired. Close this and ask for a new one.':
    'Der Code ist abgelaufen. Schließen Sie dies, und holen Sie einen neuen.',
  'Your phone cannot open this inbox: {address} is this computer only. Give the server an address that the phone reaches, with {setting} ({guide}), and open the inbox there.':
    'Ihr Telefon kann diesen Eingang nicht öffnen: {address} ist nur dieser Computer. Geben Sie dem Server mit {setting} eine Adresse, die das Telefon erreicht ({guide}), und öffnen Sie den Eingang dort.',
  'Self-hosting': 'Selbst betreiben',
  'Another browser of this computer comes in by this link. It works for {time}.':
    'Ein anderer Browser auf diesem Computer kommt über diesen Link herein. Er gilt noch {time}.',
  'QR code of the link below': 'QR-Code des Links darunter',
  'Where you are signed in': 'Wo Sie angemeldet sind',
  'this device': 'dieses Gerät',
  'seen {ago}': 'gesehen {ago}',
  'Sign out': 'Abmelden',
  'Sign out {device}': '{device} abmelden',
  'Sign out everywhere else': 'Überall sonst abmelden',
  'Sign out with no way back in?': 'Abmelden ohne Weg zurück?',
  'You have no passkey, no password and no recovery codes. Set one up first, and you can come back by yourself.':
    'Sie haben keinen Passkey, kein Passwort und keine Wiederherstellungscodes. Richten Sie zuerst eines davon ein, dann kommen Sie selbst wieder herein.',
  'Without one, you come in again only by a link that {command} prints on the server.':
    'Sonst kommen Sie nur über einen Link wieder herein, den {command} auf dem Server ausgibt.',
  'Stay signed in': 'Angemeldet bleiben',
  'Sign out anyway': 'Trotzdem abmelden',

  // A newer server
  'A new version is ready.': 'Eine neue Version ist bereit.',
  Reload: 'Neu laden',

  // Notifications
  Notifications: 'Benachrichtigungen',
  'Push is turned off on this server.': 'Benachrichtigungen sind auf diesem Server abgeschaltet.',
  'Notifications need https, or localhost.': 'Benachrichtigungen brauchen https oder localhost.',
  'On this device, add the app to the Home Screen first: Share, then Add to Home Screen.':
    'Legen Sie die App auf diesem Gerät zuerst auf den Home-Bildschirm: Teilen, dann Zum Home-Bildschirm.',
  'This browser has no notifications.': 'Dieser Browser kennt keine Benachrichtigungen.',
  'This browser blocks notifications from here. Allow them in its settings for this site.':
    'Dieser Browser blockiert Benachrichtigungen von hier. Erlauben Sie sie in seinen Einstellungen für diese Website.',
  'This device is told no more': 'Dieses Gerät bekommt keine Nachrichten mehr',
  'This device is told now': 'Dieses Gerät bekommt jetzt Nachrichten',
  'Turn off on this device': 'Auf diesem Gerät ausschalten',
  'Turn on on this device': 'Auf diesem Gerät einschalten',
  'Send a test': 'Probe schicken',
  'Install the app': 'App installieren',
  'Sent to {count} devices': { one: 'An {count} Gerät geschickt', other: 'An {count} Geräte geschickt' },
  'nothing sent yet': 'noch nichts geschickt',
  'last told {ago}': 'zuletzt {ago}',
  'Remove {name}': '{name} entfernen',
  'Its notifications show the content': 'Seine Benachrichtigungen zeigen den Inhalt',
  'Its notifications show kind and agent only': 'Seine Benachrichtigungen zeigen nur Art und Agent',
  'Show what is proposed, also on a locked screen. Without it a notification says only kind and agent, and can reject but not approve.':
    'Zeigen, was vorgeschlagen wird, auch auf dem Sperrbildschirm. Sonst nennt eine Benachrichtigung nur Art und Agent, und man kann damit ablehnen, aber nicht genehmigen.',
  'They come': 'Sie kommen',
  'each by itself': 'jede für sich',
  'at most one a minute': 'höchstens eine pro Minute',
  'at most one in 5 minutes': 'höchstens eine in 5 Minuten',
  'at most one in 15 minutes': 'höchstens eine in 15 Minuten',
  'at most one an hour': 'höchstens eine pro Stunde',
  'Quiet hours': 'Ruhezeiten',
  'Be quiet at certain hours. What waits then is told afterwards, in one notification.':
    'Zu bestimmten Zeiten still sein. Was dann wartet, wird danach in einer Benachrichtigung gesagt.',
  From: 'Von',
  until: 'bis',
  'The project’s time zone': 'Die Zeitzone des Projekts',

  // First steps
  'First steps': 'Erste Schritte',
  'Dismiss the first steps': 'Erste Schritte ausblenden',
  'Connect an agent': 'Einen Agenten anschließen',
  'Get notifications': 'Benachrichtigt werden',
  'Invite a colleague': 'Kollegin oder Kollegen einladen',
  done: 'erledigt',

  // Keys
  Key: 'Schlüssel',
  'New key': 'Neuer Schlüssel',
  Scopes: 'Rechte',
  Made: 'Angelegt',
  'Last used': 'Zuletzt benutzt',
  'Decisions made': 'Entscheidungen',
  'Show what it decided': 'Zeigen, was er entschieden hat',
  Revoke: 'Widerrufen',
  'Key “{name}”': 'Schlüssel „{name}“',
  'Copy it now. It is never shown again.': 'Kopieren Sie ihn jetzt. Er wird nie wieder gezeigt.',
  'Try it:': 'Ausprobieren:',
  'Revoke “{name}”?': '„{name}“ widerrufen?',
  'Whoever uses it is refused from the next request on. This cannot be undone.':
    'Wer ihn benutzt, wird ab der nächsten Anfrage abgewiesen. Das lässt sich nicht rückgängig machen.',
  'The key {name} can approve its own actions.': 'Der Schlüssel {name} kann seine eigenen Aktionen genehmigen.',
  '{count} keys can approve their own actions, {name} among them.':
    '{count} Schlüssel können ihre eigenen Aktionen genehmigen, darunter {name}.',
  'Reviewers see it as the one who asks: “billing-agent”': 'So sehen Prüfer, wer fragt: „billing-agent“',
  'It may': 'Er darf',
  'Ask for approval, read decisions, report results': 'Um Genehmigung bitten, Entscheidungen lesen, Ergebnisse melden',
  'Read and change watchers': 'Beobachter lesen und ändern',
  'Everything: only for operators, never for an agent': 'Alles: nur für Betreiber, nie für einen Agenten',
  'Make the key': 'Schlüssel anlegen',

  // Settings, about
  Project: 'Projekt',
  Data: 'Daten',
  Billing: 'Abrechnung',
  About: 'Über',
  Health: 'Zustand',
  'Look again': 'Noch einmal nachsehen',
  well: 'gesund',
  'It answers, and its database takes writes.': 'Er antwortet, und seine Datenbank nimmt Änderungen an.',
  'not ready': 'nicht bereit',
  'Its database does not take writes now. Nothing acknowledged is lost.':
    'Seine Datenbank nimmt gerade keine Änderungen an. Nichts Bestätigtes ist verloren.',
  'The server does not answer as it should.': 'Der Server antwortet nicht, wie er sollte.',
  Server: 'Server',
  Version: 'Version',
  'reload for the new page': 'neu laden für die neue Seite',
  Started: 'Gestartet',
  Database: 'Datenbank',
  Address: 'Adresse',
  Metrics: 'Messwerte',
  Backup: 'Sicherung',
  'Run this on the server, while it runs. It makes one consistent file; keep it elsewhere.':
    'Führen Sie dies auf dem Server aus, während er läuft. Es macht eine stimmige Datei; heben Sie sie anderswo auf.',
  'To put it back, stop the server and run:': 'Zum Zurückspielen halten Sie den Server an und führen aus:',
  'PostgreSQL has its own tools. A consistent copy, taken while the server runs:':
    'PostgreSQL hat eigene Werkzeuge. Eine stimmige Kopie, während der Server läuft:',
  'Into an empty database:': 'In eine leere Datenbank:',
  'A backup holds everything, secrets included: guard it like the server. After an erasure, erase older backups too.':
    'Eine Sicherung enthält alles, auch Geheimnisse: Hüten Sie sie wie den Server. Nach einer Löschung löschen Sie auch ältere Sicherungen.',

  // Reviewers
  Invite: 'Einladen',
  'Invite someone': 'Jemanden einladen',
  'They can change it': 'Lässt sich später ändern',
  'May be left empty': 'Darf leer bleiben',
  'The link goes there. Without it, you hand the link over yourself.':
    'Dorthin geht der Link. Ohne Adresse geben Sie den Link selbst weiter.',
  'Make the link': 'Link machen',
  'Send the link': 'Link schicken',
  'Send this link': 'Schicken Sie diesen Link',
  'I have sent or copied it': 'Ich habe ihn verschickt oder kopiert',
  'It works once. Whoever opens it gets in, so send it only to that person.':
    'Er gilt einmal. Wer ihn öffnet, kommt herein; schicken Sie ihn nur dieser Person.',
  'Invitation sent to {address}': 'Einladung an {address} geschickt',
  'The mail server did not take the mail to {address}.': 'Der Mailserver hat die E-Mail an {address} nicht angenommen.',
  Role: 'Rolle',
  'Role of {name}': 'Rolle von {name}',
  'Role changed': 'Rolle geändert',
  'Signs in with': 'Meldet sich an mit',
  'Last seen': 'Zuletzt gesehen',
  'Decided in 7 days': 'In 7 Tagen entschieden',
  never: 'nie',
  Invited: 'Eingeladen',
  invited: 'eingeladen',
  you: 'Sie',
  'the last admin: first make someone else one': 'der letzte Admin: geben Sie die Rolle erst jemand anderem',
  'New link': 'Neuer Link',
  'Signed out everywhere': 'Überall abgemeldet',
  'Remove {name}?': '{name} entfernen?',
  'Remove this invitation?': 'Diese Einladung zurücknehmen?',
  'They are signed out everywhere at once. What they decided stays.':
    'Die Person ist sofort überall abgemeldet. Was sie entschieden hat, bleibt.',
} as const satisfies Record<string, Said>;
