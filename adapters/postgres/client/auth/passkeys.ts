/** Passkeys over the connection to the server: each dialog of the browser is begun and finished by a request. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import type { Passkey, Passkeys, SignInResult } from '#ports/auth/auth.ts';
import { checkedPasskeys } from '#provider-kit/auth/checked-passkeys.ts';
import { mostPasskeys } from '../../auth/passkeys/passkey-limits.ts';

/** Dialogs of the browser. @throws PortError as `Passkeys` */
export interface PasskeyBrowser {
  create(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON>;
  get(options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON>;
}

export interface PasskeyDriverOptions {
  readonly browser: PasskeyBrowser;
  /** Runs an operation after all that were requested before it. */
  inTurn<T>(run: () => Promise<T>): Promise<T>;
  ask<T>(name: string, input: Readonly<Record<string, unknown>>): Promise<T>;
  /** In the name of the person signed in. */
  askAs<T>(name: string, input?: Readonly<Record<string, unknown>>): Promise<T>;
  /** Signs in with the answer of the request, or renews the session. */
  finish(request: () => Promise<unknown>): Promise<SignInResult>;
}

/** A dialog that was begun at the server. */
interface BegunDialog<Options> {
  readonly flow: string;
  readonly options: Options;
}

type Creation = BegunDialog<PublicKeyCredentialCreationOptionsJSON>;
type Request = BegunDialog<PublicKeyCredentialRequestOptionsJSON>;

export function passkeyDriver({ browser, inTurn, ask, askAs, finish }: PasskeyDriverOptions): Passkeys {
  // Nothing else waits for a dialog.
  return checkedPasskeys({
    mostPerAccount: mostPasskeys,
    list: () => inTurn(() => askAs<readonly Passkey[]>('listPasskeys')),
    async add(name) {
      const { flow, options } = await inTurn(() => askAs<Creation>('beginAddPasskey', { name }));
      const answer = await browser.create(options);
      return inTurn(() => askAs<Passkey>('finishAddPasskey', { flow, answer, name }));
    },
    rename: (id, name) => inTurn(() => askAs<Passkey>('renamePasskey', { id, name })),
    async remove(id) {
      await inTurn(() => askAs('removePasskey', { id }));
    },
    async signIn() {
      const { flow, options } = await inTurn(() => ask<Request>('beginPasskeySignIn', {}));
      const answer = await browser.get(options);
      return finish(() => ask('finishPasskeySignIn', { flow, answer }));
    },
    async reauthenticate() {
      const { flow, options } = await inTurn(() => askAs<Request>('beginPasskeyProof'));
      const answer = await browser.get(options);
      return finish(() => askAs('finishPasskeyProof', { flow, answer }));
    },
  });
}
