/** Answers of browsers' dialogs: bounded, parsed and verified by `@simplewebauthn/server`. */
import { createHash } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import { PortError } from '#ports/errors.ts';
import type { AuthFields } from '../auth-fields.ts';
import type { PasskeyRecord } from './passkey-records.ts';

/** Algorithms of keys, by their COSE numbers: ES256, EdDSA, RS256. */
export const passkeyAlgorithms = [-7, -8, -257];
/** Most transports of a passkey, and most characters of one. */
const mostTransports = 10;
const longestTransport = 32;

/** Whom browsers take a passkey to be for. */
export interface RelyingParty {
  readonly origin: string;
  /** Host name of the origin. */
  readonly id: string;
}

/** `origin`: absolute address of the application. */
export function relyingPartyOf(origin: string): RelyingParty {
  const url = new URL(origin);
  return { origin: url.origin, id: url.hostname };
}

/** Name of an account for authenticators, which a sign-in gives back: neither uid nor address. */
export const userHandleOf = (uid: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(`passkey ${uid}`).digest());

/** Fields of a `PublicKeyCredential` beside its response. @throws PortError invalid-argument */
function credentialOf(answer: AuthFields) {
  const id = answer.text('id', 'credentialId');
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

/** @throws PortError invalid-argument */
export function registrationOf(answer: AuthFields): RegistrationResponseJSON {
  const response = answer.of('response');
  return {
    ...credentialOf(answer),
    response: {
      clientDataJSON: response.text('clientDataJSON', 'bytes'),
      attestationObject: response.text('attestationObject', 'attestation'),
      transports: [...response.texts('transports', mostTransports, longestTransport)],
    },
  };
}

/** @throws PortError invalid-argument */
export function assertionOf(answer: AuthFields): AuthenticationResponseJSON {
  const response = answer.of('response');
  const userHandle = response.nullable('userHandle', 'id');
  return {
    ...credentialOf(answer),
    response: {
      clientDataJSON: response.text('clientDataJSON', 'bytes'),
      authenticatorData: response.text('authenticatorData', 'bytes'),
      signature: response.text('signature', 'bytes'),
      ...(userHandle !== null && { userHandle }),
    },
  };
}

/** Checks the answer to a dialog that makes a passkey. @throws auth/invalid-credential */
export async function verifyRegistration(
  party: RelyingParty,
  response: RegistrationResponseJSON,
  expectedChallenge: string,
): Promise<Pick<PasskeyRecord, 'credential' | 'publicKey' | 'counter' | 'transports'>> {
  const { registrationInfo } = await checked(async () => {
    checkFrame(response.response.clientDataJSON);
    checkAttestation(response.response.attestationObject);
    return verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
  });
  if (!registrationInfo) throw unprovenPasskey();
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credential: id,
    publicKey: isoBase64URL.fromBuffer(publicKey),
    counter,
    transports: response.response.transports ?? [],
  };
}

/** Checks a signature by the passkey; its counter after that. @throws auth/invalid-credential */
export async function verifyAssertion(
  party: RelyingParty,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { uid, passkey }: { readonly uid: string; readonly passkey: PasskeyRecord },
): Promise<number> {
  const { verified, authenticationInfo } = await checked(async () => {
    checkFrame(response.response.clientDataJSON);
    return verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: passkey.counter,
      },
    });
  });
  const isOfAccount = response.response.userHandle === isoBase64URL.fromBuffer(userHandleOf(uid));
  if (!verified || !isOfAccount) throw unprovenPasskey();
  return authenticationInfo.newCounter;
}

/** No page of another site shows the dialog. */
function checkFrame(clientData: string): void {
  if (decodeClientDataJSON(clientData).crossOrigin === true) throw unprovenPasskey();
}

/** Certificates are not asked for: they would be followed to servers that they name. */
function checkAttestation(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const isSelfSigned = decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c');
  if (decoded.get('fmt') !== 'none' && !isSelfSigned) throw unprovenPasskey();
}

/** What the library throws for an answer is the answer's fault. */
async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw unprovenPasskey(cause);
  }
}

const unprovenPasskey = (cause?: unknown) =>
  new PortError('auth/invalid-credential', 'This passkey did not prove who you are. Try again.', { cause });
