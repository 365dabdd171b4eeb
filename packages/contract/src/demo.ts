// The demo agent: three real actions to try the inbox with, and an agent that carries out what is approved.

import { Type } from 'typebox';
import { NoContent, type Operation } from './operation.ts';

export const Demo = Type.Object({ action_ids: Type.Array(Type.String()) });
export type Demo = Type.Static<typeof Demo>;

export const demoOperations = {
  startDemo: {
    method: 'POST',
    path: '/demo',
    tag: 'Demo',
    scope: 'admin',
    summary: 'Let the demo agent propose three actions; when it has, answer with those',
    replies: { 200: Demo, 201: Demo },
    problems: ['not_found', 'quota_exceeded'],
  },
  getDemo: {
    method: 'GET',
    path: '/demo',
    tag: 'Demo',
    scope: 'admin',
    summary: 'The actions of the demo agent; none when there is no demo',
    replies: { 200: Demo },
    problems: [],
  },
  endDemo: {
    method: 'DELETE',
    path: '/demo',
    tag: 'Demo',
    scope: 'admin',
    summary: 'Remove the demo agent and everything it made',
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
