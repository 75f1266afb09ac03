/** Person of the stage with an authenticator app, and its challenge at sign-in. */
import { URI } from 'otpauth';
import { recoveryCodeBytes, recoveryCodeFrom, recoveryDigest } from '#domain/account/recovery-codes.ts';
import { constants } from '#domain/constants.ts';
import { credentialOf } from '#demo/accounts.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import type { FunctionsStage } from './stage.ts';

export async function withApp(stage: FunctionsStage, who: string): Promise<EmbeddedClient> {
  const client = await stage.person(who);
  await client.auth.reauthenticate(credentialOf({ id: who }));
  const { uri, sessionId } = await client.auth.factors.totp.start();
  const code = URI.parse(uri).generate({ timestamp: stage.cloud.clock.now() });
  await client.auth.factors.totp.finish(sessionId, code, 'App');
  return client;
}

/** `signed-in`, or `second-factor`. */
export async function signInAsks(stage: FunctionsStage, who: string): Promise<string> {
  const { auth } = await stage.stranger(`another of ${who}`);
  await auth.signOut();
  return (await auth.signIn(credentialOf({ id: who }))).kind;
}

export const codesOf = (userId: string, first = 0) => {
  const codes = Array.from({ length: constants.recoveryCodes }, (_, index) =>
    recoveryCodeFrom(new Uint8Array(recoveryCodeBytes).fill(first + index)),
  );
  return { codes, digests: codes.map((code) => recoveryDigest(userId, code)) };
};
