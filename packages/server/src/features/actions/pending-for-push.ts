// What push asks about actions.

import { type App, nowOf } from '../../app.ts';
import { settingsOf } from '../project/project.ts';
import { findProject } from '../project/store.ts';
import type { Shown } from '../push/message.ts';
import { hasMore, statusAt } from './action.ts';
import { mustRead } from './may-decide.ts';
import { findAction } from './store.ts';
import { inboxUrlOf } from './view.ts';

export async function pendingForPush(
  app: App,
  project_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Shown>> {
  const project = await findProject(app.reader, project_id);
  const now = nowOf(app);
  const shown = new Map<string, Shown>();
  if (!project) return shown;
  const settings = settingsOf(project);
  for (const id of ids) {
    const action = await findAction(app.reader, project_id, id);
    if (!action || statusAt(action, now) !== 'pending') continue;
    shown.set(id, {
      id,
      kind: action.kind,
      title: action.title,
      agent: action.created_by_name,
      format: action.preview_format,
      body: action.preview_body,
      snippet: action.snippet,
      payload_bytes: action.payload_bytes,
      more: hasMore(action),
      untrusted: action.untrusted === 1,
      flagged: action.flags !== '[]',
      editable: action.editable !== '[]',
      step_up: action.step_up === 1,
      must_read: mustRead(settings, action.kind),
      digest: action.digest,
      expires_at: action.expires_at,
      url: inboxUrlOf(app, id),
    });
  }
  return shown;
}
