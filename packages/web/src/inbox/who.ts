// Who can have done something, by their sort.

export const WHO = { key: 'key', reviewer: 'reviewer', rule: 'rule', watcher: 'watcher', system: 'system' } as const;
