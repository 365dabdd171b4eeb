// What a call that waits for approval may be given: JSON, so that what is shown is what comes back, and edits of nothing else.

/** More is none that the service takes. */
const DEEPEST = 64;

/** The reviewer sees JSON, and the function gets it back: what JSON would change must not go in. */
export function assertJson(value: unknown, where: string, holders: readonly unknown[] = []): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (holders.includes(value)) throw notJson(`${where} leads back into itself`);
  if (holders.length >= DEEPEST) throw notJson(`${where} is nested too deep`);
  const within = [...holders, value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertJson(item, `${where}[${index}]`, within);
    return;
  }
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)) {
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) assertJson(member, `${where}.${key}`, within);
    }
    return;
  }
  throw notJson(`${where} is not`);
}

function notJson(why: string): TypeError {
  return new TypeError(`A gated call can only have JSON in its arguments, and ${why}.`);
}

/** The call is made with the payload alone: a reviewer who edits anything else would be told yes, and nothing would come of it. */
export function assertOfPayload(editable: readonly string[] = []): void {
  const lost = editable.find((path) => path !== 'payload' && !path.startsWith('payload.'));
  if (lost === undefined) return;
  throw new TypeError(`An edit of ${lost} would be lost: the call is made with the payload. Let payload.… be edited.`);
}
