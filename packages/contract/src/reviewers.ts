// Who is in: inviting, changing and removing people.

import { Type } from 'typebox';
import { ById, NoContent, type Operation } from './operation.ts';
import { closed, Email, listOf, MethodList, Name, RoleName } from './person-fields.ts';
import { OneTimeLink } from './session.ts';

const reviewerMembers = {
  id: Type.String(),
  name: Type.String({ description: 'Empty until an invited person has given it' }),
  email: Type.Optional(Type.String()),
  role: RoleName,
  status: Type.Enum(['invited', 'active'] as const),
  methods: MethodList,
  last_seen_at: Type.Optional(Type.Integer()),
  created_at: Type.Integer(),
};

export const Reviewer = Type.Object(reviewerMembers);
export type Reviewer = Type.Static<typeof Reviewer>;

export const ReviewerInvited = Type.Object({
  ...reviewerMembers,
  ...OneTimeLink.properties,
  mailed: Type.Optional(
    Type.Boolean({ description: 'Whether the mail server took the invitation; absent when it was not to be sent' }),
  ),
});
export type ReviewerInvited = Type.Static<typeof ReviewerInvited>;

export const Invitation = Type.Object(
  {
    role: RoleName,
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    send_mail: Type.Optional(Type.Boolean({ description: 'Send the link to `email`, where the server sends mail' })),
  },
  closed,
);
export type Invitation = Type.Static<typeof Invitation>;

export const ReviewerUpdate = Type.Object(
  {
    role: Type.Optional(RoleName),
    name: Type.Optional(Name),
    email: Type.Optional(Type.Union([Email, Type.Null()])),
  },
  closed,
);
export type ReviewerUpdate = Type.Static<typeof ReviewerUpdate>;

export const reviewerOperations = {
  inviteReviewer: {
    method: 'POST',
    path: '/reviewers',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Invite someone: the answer holds a link that works once, for 48 hours',
    body: Invitation,
    replies: { 201: ReviewerInvited },
    problems: [],
  },
  listReviewers: {
    method: 'GET',
    path: '/reviewers',
    tag: 'Reviewers',
    scope: 'admin',
    summary: 'Everyone who is in, or invited',
    replies: { 200: listOf(Reviewer) },
    problems: [],
  },
  updateReviewer: {
    method: 'PATCH',
    path: '/reviewers/{id}',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Change the role, name or address of someone; the last admin stays one',
    params: ById,
    body: ReviewerUpdate,
    replies: { 200: Reviewer },
    problems: ['not_found'],
  },
  removeReviewer: {
    method: 'DELETE',
    path: '/reviewers/{id}',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Remove someone, or take back an invitation; the last admin stays',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  makeReviewerLink: {
    method: 'POST',
    path: '/reviewers/{id}/link',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Make a new link for someone: to join (48 hours) or to get back in (15 minutes); older ones stop working',
    params: ById,
    replies: { 201: OneTimeLink },
    problems: ['not_found'],
  },
  endReviewerSessions: {
    method: 'DELETE',
    path: '/reviewers/{id}/sessions',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Sign someone out everywhere',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
