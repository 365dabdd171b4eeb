// What is written in mails to people. Plain text: there is nothing in them that could be made to look like something else.

import { type Language, languageOf } from '../../base/language.ts';

interface Link {
  readonly url: string;
  readonly expires_at: number;
}

interface Invited extends Link {
  readonly project: string;
  readonly inviter: string | undefined;
  /** As the inviter chose it under Me: of who is invited nothing is known yet. */
  readonly locale: string;
}

export interface Door extends Link {
  readonly project: string;
  readonly name: string;
  /** As it was chosen under Me. */
  readonly locale: string;
}

type Text = { readonly subject: string; readonly text: string };

interface Invitation {
  subject(project: string): string;
  invited(project: string, inviter: string | undefined): string;
  open(until: string): string;
  readonly ignore: string;
}

const INVITATION: Readonly<Record<Language, Invitation>> = {
  en: {
    subject: (project) => `Join ${project} on Countersign`,
    invited: (project, inviter) =>
      `${inviter === undefined ? 'You are invited' : `${inviter} has invited you`} to ${project}, an inbox where people approve what agents want to do.`,
    open: (until) =>
      `Open this link and press the button on the page. It works once, until ${until}, and is for you alone:`,
    ignore: 'If you expect no invitation, ignore this mail.',
  },
  de: {
    subject: (project) => `Einladung zu ${project} bei Countersign`,
    invited: (project, inviter) =>
      `${inviter === undefined ? 'Sie sind' : `${inviter} hat Sie`} zu ${project} eingeladen: einem Eingang, in dem Menschen freigeben, was Agenten tun wollen.`,
    open: (until) =>
      `Öffnen Sie diesen Link und drücken Sie den Knopf auf der Seite. Er gilt einmal, bis ${until}, und nur für Sie:`,
    ignore: 'Wenn Sie keine Einladung erwarten, beachten Sie diese Mail nicht.',
  },
};

export function invitationMail({ project, inviter, locale, url, expires_at }: Invited): Text {
  const language = languageOf(locale);
  const words = INVITATION[language];
  return {
    subject: words.subject(quoted(project, language)),
    text: [
      words.invited(quoted(project, language), inviter === undefined ? undefined : quoted(inviter, language)),
      words.open(moment(expires_at)),
      url,
      words.ignore,
    ].join('\n\n'),
  };
}

interface Words {
  subject(host: string): string;
  asked(host: string): string;
  readonly open: string;
  as(name: string): string;
  readonly ignore: string;
}

/** For those who chose a language under Me; `auto` is known to browsers alone. */
const SIGN_IN: Readonly<Record<Language, Words>> = {
  en: {
    subject: (host) => `Sign in to Countersign at ${host}`,
    asked: (host) => `Someone, probably you, asked to sign in at ${host}.`,
    open: 'Open the link and press the button on the page. It works once, for 15 minutes, in any browser:',
    as: (name) => `, as ${name}`,
    ignore: 'If it was not you, ignore this mail: nobody comes in without the link.',
  },
  de: {
    subject: (host) => `Bei Countersign anmelden: ${host}`,
    asked: (host) => `Jemand, wahrscheinlich Sie, möchte sich bei ${host} anmelden.`,
    open: 'Öffnen Sie den Link und drücken Sie den Knopf auf der Seite. Er gilt einmal, 15 Minuten lang, in jedem Browser:',
    as: (name) => `, als ${name}`,
    ignore: 'Wenn Sie es nicht waren, beachten Sie diese Mail nicht: Ohne den Link kommt niemand herein.',
  },
};

/** One address may belong to people of several projects; whoever reads the mail chooses. In German when all of them do. */
export function signInMail(doors: readonly Door[]): Text {
  const host = new URL(doors[0]?.url ?? '').host;
  const language = doors.every(({ locale }) => languageOf(locale) === 'de') ? 'de' : 'en';
  const words = SIGN_IN[language];
  return {
    subject: words.subject(host),
    text: [
      words.asked(host),
      words.open,
      ...doors.map(
        ({ project, name, url }) =>
          `${quoted(project, language)}${name === '' ? '' : words.as(quoted(name, language))}:\n${url}`,
      ),
      words.ignore,
    ].join('\n\n'),
  };
}

/** Names are others' words; a line break in one would look like ours. */
function quoted(name: string, language: Language): string {
  const text = name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, 100);
  return language === 'de' ? `„${text}“` : `“${text}”`;
}

function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
