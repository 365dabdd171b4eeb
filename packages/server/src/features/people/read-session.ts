// Who is signed in, and how one could.

import { type Session, SIGN_IN_METHODS } from '@countersign/contract';
import { type App, nowOf, type Person, type Visit } from '../../app.ts';
import type { Config } from '../../config.ts';
import { findProject } from '../project/store.ts';
import { relyingAt } from './passkey.ts';
import { recognize } from './recognize.ts';
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
  return viewSession(app, about, visit, person);
}

export async function viewSession(
  app: App,
  about: AboutServer,
  visit: Visit,
  person: Person | undefined,
): Promise<Session> {
  const project = person && (await findProject(app.reader, person.project_id));
  return {
    ...(person ? { reviewer: { id: person.id, name: person.name, role: person.role } } : {}),
    ...(project ? { project: { id: project.id, name: project.name, timezone: project.timezone } } : {}),
    ...(person ? { fresh_until: person.fresh_until } : {}),
    methods: waysIn(app.config, visit),
    ...(app.config.oidcIssuer === undefined ? {} : { oidc_name: app.config.oidcName }),
    setup_needed: person === undefined && !(await hasReviewers(app.reader)),
    server_time: nowOf(app),
    features: about.features,
    version: about.version,
  };
}
