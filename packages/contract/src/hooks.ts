// Hooks: agents of other makers ask before they use a tool, in their own words, and get the answer they understand.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

/** As the client sends it; what else it says is ignored. */
export const ClaudeCodeEvent = Type.Object({
  hook_event_name: Type.Enum(['PreToolUse', 'PermissionRequest'] as const),
  tool_name: Type.String({ minLength: 1, maxLength: 200 }),
  tool_input: Type.Record(Type.String(), Type.Unknown(), { description: 'Becomes the payload of the action' }),
  tool_use_id: Type.Optional(
    Type.String({ maxLength: 200, description: 'The same for the same call: asked again, it is the same action' }),
  ),
  cwd: Type.Optional(Type.String({ maxLength: 4096, description: 'Shown to the reviewer' })),
});
export type ClaudeCodeEvent = Type.Static<typeof ClaudeCodeEvent>;

const UpdatedInput = Type.Optional(Type.Unknown({ description: 'The input as the reviewer edited it' }));

export const ClaudeCodeAnswer = Type.Object({
  hookSpecificOutput: Type.Optional(
    Type.Object({
      hookEventName: Type.Enum(['PreToolUse', 'PermissionRequest'] as const),
      permissionDecision: Type.Optional(
        Type.Enum(['allow', 'deny', 'ask', 'defer'] as const, { description: 'Of PreToolUse' }),
      ),
      permissionDecisionReason: Type.Optional(Type.String()),
      updatedInput: UpdatedInput,
      decision: Type.Optional(
        Type.Object(
          {
            behavior: Type.Enum(['allow', 'deny'] as const),
            message: Type.Optional(Type.String()),
            updatedInput: UpdatedInput,
          },
          { description: 'Of PermissionRequest' },
        ),
      ),
    }),
  ),
});
export type ClaudeCodeAnswer = Type.Static<typeof ClaudeCodeAnswer>;

export const WHEN_UNDECIDED = ['deny', 'ask', 'defer'] as const;
export type WhenUndecided = (typeof WHEN_UNDECIDED)[number];

export const hookOperations = {
  askForClaudeCode: {
    method: 'POST',
    path: '/hooks/claude-code',
    tag: 'Hooks',
    scope: 'actions',
    summary: 'Answer a hook of Claude Code: propose the tool call, wait for the decision, say allow or deny',
    query: Type.Object(
      {
        wait: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 3600, default: 0, description: 'Seconds to wait for the decision' }),
        ),
        undecided: Type.Optional(
          Type.Enum(WHEN_UNDECIDED, {
            default: 'deny',
            description: 'What to say when nobody has decided by then: defer is for runs that nobody sits at',
          }),
        ),
        refuse: Type.Optional(
          Type.Enum(['deny', 'problem'] as const, {
            default: 'deny',
            description:
              'How a request that cannot be served is refused, such as one without a key: with 200 and deny, since the client runs the tool after an error; or with the error, for callers that do not',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    body: ClaudeCodeEvent,
    large: true,
    limit: 'create',
    repeatable: true,
    failsClosed: { unless: 'refuse=problem' },
    replies: { 200: ClaudeCodeAnswer },
    problems: ['quota_exceeded', 'not_found'],
  },
} as const satisfies Record<string, Operation>;
