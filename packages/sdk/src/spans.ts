// Times that a caller names, in seconds, checked before anyone is asked: what the service would refuse of them it would refuse
// only once a person has said yes.

/** For how long a claim is asked where nothing else is said: the longest that there is. */
const LONGEST_LEASE_S = 3600;
const SHORTEST_LEASE_S = 10;

/** Throws a TypeError for what is none. */
export function leaseSeconds(lease: number = LONGEST_LEASE_S): number {
  if (Number.isInteger(lease) && lease >= SHORTEST_LEASE_S && lease <= LONGEST_LEASE_S) return lease;
  throw new TypeError(`lease is ${lease}: it is a whole number of seconds, ${SHORTEST_LEASE_S} to ${LONGEST_LEASE_S}.`);
}

/** Without one there is no end. Throws a TypeError for what is none. */
export function timeoutMs(timeout: number = Number.POSITIVE_INFINITY): number {
  if (typeof timeout === 'number' && !Number.isNaN(timeout)) return timeout * 1000;
  throw new TypeError(`timeout is ${timeout}: it is a number of seconds.`);
}
