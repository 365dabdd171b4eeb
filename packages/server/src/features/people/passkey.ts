// Passkeys: where they work, and what the browser's answers must hold. The library is loaded at the first use.

import type { PasskeyAssertion, PasskeyAttestation, PublicKey } from '@countersign/contract';
import type { Visit } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { PasskeyRow, ReviewerRow } from '../../storage/schema.ts';

const library = () => import('@simplewebauthn/server');
type Transports = NonNullable<
  Parameters<Awaited<ReturnType<typeof library>>['generateRegistrationOptions']>[0]['excludeCredentials']
>[number]['transports'];

const NAME = 'Countersign';
const TIMEOUT_MS = 300_000;

/** The host a passkey is bound to, and the origin that may use it. */
export interface Relying {
  readonly id: string;
  readonly origin: string;
}

/**
 * The public address where one is set; else `localhost`. An address of numbers has none: browsers refuse passkeys there,
 * and a plain-http name is no secure context. Undefined: this visit cannot use passkeys.
 */
export function relyingAt(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { origin }: Pick<Visit, 'origin'>,
): Relying | undefined {
  const { hostname, protocol } = new URL(origin);
  if (publicUrl !== undefined && new URL(publicUrl).origin !== origin) return undefined;
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && !hostname.includes(':');
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isName && isSecure ? { id: hostname, origin } : undefined;
}

export async function creationOptions(
  { id: rpID }: Relying,
  reviewer: ReviewerRow & { readonly login: string },
  known: readonly PasskeyRow[],
  challenge: Buffer,
): Promise<Record<string, unknown>> {
  const { generateRegistrationOptions } = await library();
  return {
    ...(await generateRegistrationOptions({
      rpName: NAME,
      rpID,
      userID: new TextEncoder().encode(reviewer.id),
      userName: reviewer.login,
      userDisplayName: reviewer.name,
      challenge: new Uint8Array(challenge),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map((passkey) => ({
        id: passkey.credential_id,
        transports: JSON.parse(passkey.transports) as NonNullable<Transports>,
      })),
    })),
  };
}

export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'synced'>;

/** Undefined when the answer is not one to a challenge of ours, or was not given on our page. */
export async function readAttestation(
  answer: PasskeyAttestation,
  { id: expectedRPID, origin }: Relying,
  isOurs: (challenge: string) => boolean,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID,
  }).catch(refused);
  if (!verified || registrationInfo?.credential.id !== answer.id) return undefined;
  const { credential, credentialBackedUp } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: JSON.stringify(answer.response.transports ?? []),
    synced: credentialBackedUp ? 1 : 0,
  };
}

export function requestOptions({ id: rpId }: Relying, challenge: Buffer) {
  const userVerification = 'required';
  return { challenge: challenge.toString('base64url'), rpId, timeout: TIMEOUT_MS, userVerification };
}

/** Its new counter; undefined when the answer does not prove the passkey. */
export async function readAssertion(
  answer: PasskeyAssertion,
  passkey: PasskeyRow,
  { id: expectedRPID, origin }: Relying,
  isOurs: (challenge: string) => boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    expectedChallenge: isOurs,
    expectedOrigin: origin,
    expectedRPID,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(refused);
  return verified ? authenticationInfo?.newCounter : undefined;
}

/** The key as others read it. */
export async function publicJwk({ public_key }: Pick<PasskeyRow, 'public_key'>): Promise<PublicKey> {
  const { decodeCredentialPublicKey, cose } = await import('@simplewebauthn/server/helpers');
  const key = decodeCredentialPublicKey(new Uint8Array(Buffer.from(public_key, 'base64url')));
  const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString('base64url');
  if (cose.isCOSEPublicKeyEC2(key)) {
    const { x, y } = cose.COSEKEYS;
    return { kty: 'EC', crv: 'P-256', alg: 'ES256', x: text(key.get(x)), y: text(key.get(y)) };
  }
  if (cose.isCOSEPublicKeyOKP(key))
    return { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: text(key.get(cose.COSEKEYS.x)) };
  if (!cose.isCOSEPublicKeyRSA(key)) throw new Error('A passkey with a key of an unknown kind.');
  return { kty: 'RSA', alg: 'RS256', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) };
}

/** The challenge that the answer speaks of; empty when it says none. */
export function challengeIn({ response }: PasskeyAssertion | PasskeyAttestation): string {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
    return typeof said.challenge === 'string' ? said.challenge : '';
  } catch {
    return ''; // not even JSON: the library will refuse it
  }
}

/** The library throws at whatever does not fit; to us that is an answer like another. */
function refused(): { verified: false; registrationInfo?: undefined; authenticationInfo?: undefined } {
  return { verified: false };
}
