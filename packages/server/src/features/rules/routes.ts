// Operations on rules.

import type { ruleOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { backtestRule } from './backtest.ts';
import { createRule, deleteRule, type FindChannel, listRules, readRule, updateRule } from './manage-rules.ts';

export const ruleRoutes = (findChannel: FindChannel) =>
  ({
    createRule: async (app, caller, { body, sourceOf }) => ({
      status: 201,
      body: await createRule(app, caller, { ...body, conditions: sourceOf('payload_conditions') }, findChannel),
    }),
    listRules: async (app, { project_id }) => ({ status: 200, body: { items: await listRules(app, project_id) } }),
    getRule: async (app, { project_id }, { params }) => ({
      status: 200,
      body: await readRule(app, project_id, params.id),
    }),
    updateRule: async (app, caller, { params, body, sourceOf }) => {
      const changes = { ...body, id: params.id, conditions: sourceOf('payload_conditions') };
      return { status: 200, body: await updateRule(app, caller, changes, findChannel) };
    },
    deleteRule: async (app, caller, { params }) => {
      await deleteRule(app, caller, params.id);
      return { status: 204, body: null };
    },
    backtestRule: async (app, caller, { body, sourceOf }) => ({
      status: 200,
      body: await backtestRule(app, caller, { ...body, source: sourceOf('rule') }),
    }),
  }) satisfies Handlers<typeof ruleOperations>;
