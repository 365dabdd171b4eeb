// Who is signed in, and how one could.

import { type Session, SIGN_IN_METHODS } from '@countersign/contract';
import { type App, nowOf, type Visit } from '../../app.ts';
import type { Config } from '../../config.ts';
import { findProject } from '../project/store.ts';
import { relyingAt } from './passkey.ts';
import { recognize } from './recognize.ts';
import type { SignedIn } from './start-session.ts';
import { hasReviewers } from './store.ts';

/** What the rest of the server says about itself. */
export interface AboutServer {
  readonly version: string;
  readonly features: Session['features'];
}

/** How one can sign in here; with the switch on, at the company alone. */
function waysIn(config: Config, visit: Visit): Session['methods'] {
  const isOpen: Readonly<Record<Session['methods'][number], boolean>> = {
    passkey: relyingAt(config, visit) !== undefined,
    password: true,
    recovery_code: true,
    mail: config.mailServer !== undefined,
    oidc: config.oidcIssuer !== undefined,
  };
  return SIGN_IN_METHODS.filter((way) => isOpen[way] && (way === 'oidc' || !config.oidcOnly));
}

export async function readSession(app: App, about: AboutServer, visit: Visit): Promise<Session> {
  const person = visit.token === undefined ? undefined : await recognize(app, visit.token);
  if (person)
    return viewSession(app, about, visit, { person, project: await findProject(app.reader, person.project_id) });
  return { ...viewServer(app, about, visit), setup_needed: !(await hasReviewers(app.reader)) };
}

/** Of someone who is signed in. */
export function viewSession(
  app: App,
  about: AboutServer,
  visit: Visit,
  { person, project }: Pick<SignedIn, 'person' | 'project'>,
): Session {
  return {
    reviewer: { id: person.id, name: person.name, role: person.role },
    ...(project ? { project: { id: project.id, name: project.name, timezone: project.timezone } } : {}),
    fresh_until: person.fresh_until,
    ...viewServer(app, about, visit),
    setup_needed: false,
  };
}

function viewServer(app: App, about: AboutServer, visit: Visit): Omit<Session, 'setup_needed'> {
  return {
    methods: waysIn(app.config, visit),
    ...(app.config.oidcIssuer === undefined ? {} : { oidc_name: app.config.oidcName }),
    server_time: nowOf(app),
    features: about.features,
    version: about.version,
  };
}
