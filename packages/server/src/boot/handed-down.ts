// What rooms above hand down to rooms below, which do not know them.

import { actionsForChannels, isUntouchedLocked } from '../features/actions/actions-for-channels.ts';
import { leaveReminder } from '../features/actions/holding/owed-reminders.ts';
import type { FindDecider } from '../features/actions/may-decide.ts';
import { pendingForPush } from '../features/actions/pending-for-push.ts';
import { nextExpiryAt, pendingAmong, saveCallback, takeExpiring } from '../features/actions/store.ts';
import { withdrawApprovals } from '../features/actions/withdraw-approvals.ts';
import type { Above as AboveChannels } from '../features/channels/above.ts';
import { takesInstead, tellOfDigest, tellOfWatcher } from '../features/channels/enqueue.ts';
import { eraseChannels } from '../features/channels/manage-channels.ts';
import { isMailed, turnOffMailTo } from '../features/channels/turn-off.ts';
import type { OnGone } from '../features/deliveries/save-attempt.ts';
import { decidingKey, wishesOfKey } from '../features/keys/deciding-key.ts';
import type { Above as AbovePeople } from '../features/people/above.ts';
import { decidingPerson } from '../features/people/deciding-person.ts';
import { forgetRemoved } from '../features/people/forget-removed.ts';
import { wishesForPush } from '../features/people/wishes-for-push.ts';
import type { Erasing } from '../features/project/erase-project.ts';
import type { Above as AbovePush } from '../features/push/above.ts';
import { eraseSubscriptions } from '../features/push/manage-subscriptions.ts';
import { eraseRules } from '../features/rules/manage-rules.ts';
import { eraseCells } from '../features/stats/count-audit.ts';
import { countWatcherItems, eraseWatchers } from '../features/watchers/managing/delete-watcher.ts';
import { bringIntoInbox } from '../features/watchers/telling/bring-into-inbox.ts';
import type { WatcherEvents } from '../features/watchers/telling/events.ts';

/** What the rooms above the project take out when its data is erased. */
export const ERASING: Erasing = {
  erasers: {
    watcher_items: countWatcherItems,
    watchers: eraseWatchers,
    rules: eraseRules,
    notification_channels: eraseChannels,
    push_subscriptions: eraseSubscriptions,
  },
  async erased(app, project_id) {
    await eraseCells(app, project_id);
    await forgetRemoved(app, project_id);
  },
};

/** What the rooms above people do when someone leaves an address, or may no longer decide. */
export const ABOVE_PEOPLE: AbovePeople = { isMailed, addressLeft: turnOffMailTo, withdrawApprovals };

/** How channels are told of what watchers find. */
export const WATCHER_EVENTS: WatcherEvents = {
  takesInstead,
  matched: tellOfWatcher,
  digest: tellOfDigest,
  health: (tx, project_id, event) => tellOfWatcher(tx, project_id, [event]),
};

/** A receiver that is gone is not called again. */
export const forgetCallback: OnGone = (tx, { project_id, action_id }) => saveCallback(tx, project_id, action_id, null);

/** Who decided, as they are when it is to count. */
export const findDecider: FindDecider = (reader, { type, project_id, id }) =>
  (type === 'key' ? decidingKey : decidingPerson)(reader, project_id, id);

const REMINDING = { expiring: takeExpiring, nextExpiry: nextExpiryAt, leaveToHolds: leaveReminder };

export const ABOVE_PUSH: AbovePush = {
  ...REMINDING,
  wishesOf: (reader, owner, now) => (owner.owner_type === 'key' ? wishesOfKey : wishesForPush)(reader, owner, now),
  pending: pendingForPush,
  pendingAmong,
};

export const ABOVE_CHANNELS: AboveChannels = {
  ...REMINDING,
  look: actionsForChannels,
  isUntouchedLocked,
  intoInbox: bringIntoInbox,
};
