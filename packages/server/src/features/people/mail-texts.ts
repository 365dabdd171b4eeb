// What is written in mails to people. Plain text: there is nothing in them that could be made to look like something else.

interface Link {
  readonly url: string;
  readonly expires_at: number;
}

interface Invited extends Link {
  readonly project: string;
  readonly inviter: string | undefined;
}

export interface Door extends Link {
  readonly project: string;
  readonly name: string;
  /** As it was chosen under Me. */
  readonly locale: string;
}

type Text = { readonly subject: string; readonly text: string };

export function invitationMail({ project, inviter, url, expires_at }: Invited): Text {
  return {
    subject: `Join ${quoted(project)} on Countersign`,
    text: [
      `${inviter === undefined ? 'You are' : `${quoted(inviter)} has`} invited ${inviter === undefined ? '' : 'you '}to ${quoted(project)}, an inbox where people approve what agents want to do.`,
      `Open this link and press the button on the page. It works once, until ${moment(expires_at)}, and is for you alone:`,
      url,
      'If you expect no invitation, ignore this mail.',
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
const SIGN_IN: Readonly<Record<'en' | 'de', Words>> = {
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
  const words = SIGN_IN[doors.every(({ locale }) => /^de\b/i.test(locale)) ? 'de' : 'en'];
  return {
    subject: words.subject(host),
    text: [
      words.asked(host),
      words.open,
      ...doors.map(
        ({ project, name, url }) => `${quoted(project)}${name === '' ? '' : words.as(quoted(name))}:\n${url}`,
      ),
      words.ignore,
    ].join('\n\n'),
  };
}

/** Names are others' words; a line break in one would look like ours. */
function quoted(name: string): string {
  return `“${name.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, 100)}”`;
}

function moment(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
