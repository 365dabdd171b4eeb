// Who is signed in, and how one could.

import type { Session } from '@countersign/contract';
import { type App, nowOf, type Person, type Visit } from '../../app.ts';
import { findProject } from '../project/store.ts';
import { recognize } from './recognize.ts';
import { hasReviewers } from './store.ts';

/** What the rest of the server says about itself. */
export interface AboutServer {
  readonly version: string;
  readonly features: Session['features'];
}

export async function readSession(app: App, about: AboutServer, visit: Visit): Promise<Session> {
  const person = visit.token === undefined ? undefined : await recognize(app, visit.token);
  return viewSession(app, about, person);
}

export async function viewSession(app: App, about: AboutServer, person: Person | undefined): Promise<Session> {
  const project = person && (await findProject(app.reader, person.project_id));
  return {
    ...(person ? { reviewer: { id: person.id, name: person.name, role: person.role } } : {}),
    ...(project ? { project: { id: project.id, name: project.name } } : {}),
    ...(person ? { fresh_until: person.fresh_until } : {}),
    methods: [],
    setup_needed: person === undefined && !(await hasReviewers(app.reader)),
    server_time: nowOf(app),
    features: about.features,
    version: about.version,
  };
}
