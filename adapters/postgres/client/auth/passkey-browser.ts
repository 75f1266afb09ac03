/** Dialogs of the browser that make passkeys and sign in with them. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { PortError, type PortErrorCode } from '#ports/errors.ts';

/** Host names that passkeys can't be bound to: network addresses. */
const networkAddress = /^(?:[\d.]+|\[.*\])$/u;

/** Loaded by the first dialog. */
const library = () => import('@simplewebauthn/browser');

/** `null` where the browser has no passkeys, the page came without TLS, or its address has no name. */
export function passkeyBrowser() {
  if (!('PublicKeyCredential' in globalThis) || networkAddress.test(location.hostname)) return null;
  return {
    create: (optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> =>
      inDialog(async () => (await library()).startRegistration({ optionsJSON })),
    get: (optionsJSON: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> =>
      inDialog(async () => (await library()).startAuthentication({ optionsJSON })),
  };
}

async function inDialog<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw passkeyError(error);
  }
}

const errors = new Map<string, readonly [code: PortErrorCode, message: string]>([
  ['NotAllowedError', ['auth/popup-closed-by-user', 'The dialog ended without a passkey.']],
  ['AbortError', ['auth/cancelled-popup-request', 'Another dialog was opened before this one was answered.']],
  ['InvalidStateError', ['auth/provider-already-linked', 'This device has a passkey of the account.']],
]);

/** Error of the port for one of the browser, whose name the specification gives. */
function passkeyError(error: unknown): PortError {
  const [code, message] = errors.get(error instanceof Error ? error.name : '') ?? [
    'auth/operation-not-allowed',
    'The browser can’t use a passkey at this address.',
  ];
  return new PortError(code, message, { cause: error });
}
