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

/** One address may belong to people of several projects; whoever reads the mail chooses. */
export function signInMail(doors: readonly Door[]): Text {
  const host = new URL(doors[0]?.url ?? '').host;
  return {
    subject: `Sign in to Countersign at ${host}`,
    text: [
      `Someone, probably you, asked to sign in at ${host}.`,
      'Open the link and press the button on the page. It works once, for 15 minutes, in any browser:',
      ...doors.map(
        ({ project, name, url }) => `${quoted(project)}${name === '' ? '' : `, as ${quoted(name)}`}:\n${url}`,
      ),
      'If it was not you, ignore this mail: nobody comes in without the link.',
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
