// Passkeys, as far as the browser is concerned.

import type { PasskeyAssertion, Session } from '@countersign/contract';
import { api } from '../api.ts';

/** Loaded when it is used: most visits bring a session. */
const webauthn = () => import('@simplewebauthn/browser');

/** Passkeys need https or localhost. */
export const passkeysWork = (): boolean => isSecureContext && 'PublicKeyCredential' in globalThis;

export async function signInWithPasskey(): Promise<Session> {
  const optionsJSON = await api.passkeyOptions();
  const { startAuthentication } = await webauthn();
  const assertion = await startAuthentication({ optionsJSON: optionsJSON as never });
  return api.signInWithPasskey(assertion as never);
}

/** The signature of my passkey over a statement of the server. */
export async function signStatement(optionsJSON: object): Promise<PasskeyAssertion> {
  const { startAuthentication } = await webauthn();
  return (await startAuthentication({ optionsJSON: optionsJSON as never })) as never;
}

export async function makePasskey(name: string): Promise<void> {
  const optionsJSON = await api.myPasskeyOptions();
  const { startRegistration } = await webauthn();
  const attestation = await startRegistration({ optionsJSON: optionsJSON as never });
  await api.addMyPasskey({ ...attestation, name } as never);
}
