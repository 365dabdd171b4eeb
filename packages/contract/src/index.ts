// The contract: every operation, every shape, every error.

import * as actions from './actions.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as bulk from './bulk.ts';
import * as channels from './channels.ts';
import * as credentials from './credentials.ts';
import * as demo from './demo.ts';
import * as history from './history.ts';
import * as hooks from './hooks.ts';
import * as inbox from './inbox.ts';
import * as interactions from './interactions.ts';
import * as keys from './keys.ts';
import * as live from './live.ts';
import * as me from './me.ts';
import * as project from './project.ts';
import * as push from './push.ts';
import { ReceiptClaims } from './receipts.ts';
import * as reviewers from './reviewers.ts';
import * as rules from './rules.ts';
import { About, serviceOperations } from './service.ts';
import * as session from './session.ts';
import * as signed from './signed.ts';
import * as stats from './stats.ts';
import { actionTools } from './tools.ts';
import { watcherTools } from './watcher-tools.ts';
import * as watchers from './watchers.ts';

export * from './actions.ts';
export * from './audit.ts';
export * from './billing.ts';
export * from './bulk.ts';
export * from './channels.ts';
export * from './credentials.ts';
export * from './demo.ts';
export * from './history.ts';
export * from './hooks.ts';
export * from './inbox.ts';
export * from './interactions.ts';
export * from './keys.ts';
export * from './live.ts';
export * from './me.ts';
export { openapi } from './openapi.ts';
export * from './operation.ts';
export * from './passkeys.ts';
export { SIGN_IN_METHODS } from './person-fields.ts';
export * from './problems.ts';
export * from './project.ts';
export * from './push.ts';
export { ReceiptClaims } from './receipts.ts';
export * from './reviewers.ts';
export * from './rules.ts';
export { About, serviceOperations } from './service.ts';
export * from './session.ts';
export { FLAGS, type Flag } from './shown/flags.ts';
export { PAYLOAD_MAX_BYTES } from './shown/json-layout.ts';
export * from './signed.ts';
export * from './stats.ts';
export * from './tools.ts';
export * from './watcher-tools.ts';
export * from './watchers.ts';

export const operations = {
  ...actions.actionOperations,
  ...watchers.watcherOperations,
  ...keys.keyOperations,
  ...project.projectOperations,
  ...billing.billingOperations,
  ...rules.ruleOperations,
  ...channels.channelOperations,
  ...interactions.interactionOperations,
  ...push.pushOperations,
  ...stats.statsOperations,
  ...audit.auditOperations,
  ...inbox.inboxOperations,
  ...history.historyOperations,
  ...bulk.bulkOperations,
  ...signed.signedOperations,
  ...hooks.hookOperations,
  ...demo.demoOperations,
  ...session.sessionOperations,
  ...credentials.credentialOperations,
  ...me.meOperations,
  ...reviewers.reviewerOperations,
  ...live.liveOperations,
  ...serviceOperations,
};
export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The tools, in the order in which an agent is told of them. */
export const tools = { ...actionTools, ...watcherTools };

/** The shapes that have a name in the OpenAPI document. */
export const namedSchemas = {
  ActionCreate: actions.ActionCreate,
  Action: actions.Action,
  ActionCreated: actions.ActionCreated,
  ActionRead: actions.ActionRead,
  ActionPage: actions.ActionPage,
  ActionStatus: actions.ActionStatus,
  ClaudeCodeEvent: hooks.ClaudeCodeEvent,
  ClaudeCodeAnswer: hooks.ClaudeCodeAnswer,
  Preview: actions.Preview,
  Decision: actions.Decision,
  DecisionMade: actions.DecisionMade,
  DecisionRecorded: actions.DecisionRecorded,
  BulkDecision: actions.BulkDecision,
  BulkOutcome: actions.BulkOutcome,
  Result: actions.Result,
  ResultReport: actions.ResultReport,
  WebhookDelivery: actions.WebhookDelivery,
  WatcherCreate: watchers.WatcherCreate,
  WatcherUpdate: watchers.WatcherUpdate,
  WatcherConfig: watchers.WatcherConfig,
  Schedule: watchers.Schedule,
  Watcher: watchers.Watcher,
  WatcherPage: watchers.WatcherPage,
  WatcherPreset: watchers.WatcherPreset,
  WatcherPreview: watchers.WatcherPreview,
  WatcherRun: watchers.WatcherRun,
  WatcherItem: watchers.WatcherItem,
  WatcherStats: watchers.WatcherStats,
  WatcherImport: watchers.WatcherImport,
  WatcherImported: watchers.WatcherImported,
  FromPreset: watchers.FromPreset,
  Match: watchers.Match,
  KeyCreate: keys.KeyCreate,
  Key: keys.Key,
  KeyCreated: keys.KeyCreated,
  Project: project.Project,
  ProjectUpdate: project.ProjectUpdate,
  Settings: project.Settings,
  RuleCreate: rules.RuleCreate,
  RuleUpdate: rules.RuleUpdate,
  Rule: rules.Rule,
  BacktestOutcome: rules.BacktestOutcome,
  ChannelCreate: channels.ChannelCreate,
  ChannelUpdate: channels.ChannelUpdate,
  ChannelConfig: channels.ChannelConfig,
  Channel: channels.Channel,
  AuditRow: audit.AuditRow,
  Billing: billing.Billing,
  AuditVerification: audit.AuditVerification,
  PushSubscription: push.PushSubscription,
  PushMessage: push.PushMessage,
  Device: push.Device,
  Usage: stats.Usage,
  Stats: stats.Stats,
  Figures: stats.Figures,
  Suggestion: stats.Suggestion,
  InboxRow: inbox.InboxRow,
  InboxAction: inbox.InboxAction,
  InboxPage: inbox.InboxPage,
  InboxCounts: inbox.InboxCounts,
  BulkHeld: bulk.BulkHeld,
  BulkUndone: bulk.BulkUndone,
  HistoryRow: history.HistoryRow,
  HistoryPage: history.HistoryPage,
  TimelineItem: inbox.TimelineItem,
  DecisionHeld: inbox.DecisionHeld,
  Statement: signed.Statement,
  Proof: signed.Proof,
  Session: session.Session,
  Me: me.Me,
  Reviewer: reviewers.Reviewer,
  OneTimeLink: session.OneTimeLink,
  ActionEvent: live.ActionEvent,
  ResetEvent: live.ResetEvent,
  HoldEvent: live.HoldEvent,
  WatcherEvent: live.WatcherEvent,
  DeliveryEvent: live.DeliveryEvent,
  VersionEvent: live.VersionEvent,
  ReceiptClaims,
  About,
};
