import { URI } from 'otpauth';
import { expect } from 'vitest';
import type { CompleteAuth } from '#ports/complete.ts';
import type { SecondFactorChallenge, SignInResult } from '#ports/auth/auth.ts';
import type { PortError, PortErrorCode } from '#ports/errors.ts';
import type { Scene } from '../harness.ts';
import { rejection } from '../harness.ts';

export const minuteMs = 60_000;
export const authPassword = 'correct horse';

export const byPassword = (email: string, given = authPassword) =>
  ({ kind: 'password', email, password: given }) as const;

/** Several codes where providers may choose. */
export async function expectCode(
  promise: Promise<unknown>,
  ...codes: readonly PortErrorCode[]
): Promise<void> {
  const error = await rejection(promise);
  expect(error).toMatchObject({ name: 'PortError' });
  expect(codes).toContain((error as PortError).code);
}

export const number = '+442079460123';
export const ada = 'ada@example.com';

/** Signed-in person with a confirmed address. */
export async function verified(scene: Scene, name = 'ada'): Promise<CompleteAuth> {
  const { auth } = await scene.member(name);
  await auth.mail.sendVerification();
  await auth.mail.applyCode(await newestCode(scene, `${name}@example.com`));
  await auth.reload();
  return auth;
}

/** Code in an authenticator app that was set up with the address. */
export const shown = (scene: Scene, uri: string, atMs = scene.server.clock.now()) =>
  URI.parse(uri).generate({ timestamp: atMs });

export async function withTotp(scene: Scene): Promise<{ auth: CompleteAuth; uri: string; factorId: string }> {
  const auth = await verified(scene);
  const { uri, sessionId } = await auth.factors.totp.start();
  const { factors } = await auth.factors.totp.finish(sessionId, shown(scene, uri), 'My app');
  await scene.advance(minuteMs);
  return { auth, uri, factorId: factors[0]?.id ?? '' };
}

/** Proves to have a telephone. */
export async function phoneProof(scene: Scene, auth: CompleteAuth, to = number) {
  const { verificationId } = await auth.phone.sendCode(to);
  return { kind: 'phone', verificationId, code: await newest(scene, to) } as const;
}

/** Link or code in the newest message to somebody. */
export async function newest(scene: Scene, to: string): Promise<string> {
  const message = (await scene.inbox()).find((sent) => sent.to === to);
  if (!message) throw new Error(`Nothing was sent to ${to}.`);
  return message.action;
}

/** Code in the newest link sent to somebody. */
export async function newestCode(scene: Scene, to: string): Promise<string> {
  const code = new URL(await newest(scene, to)).searchParams.get('oobCode');
  if (code === null) throw new Error('There is no code in the link.');
  return code;
}

export function challengeOf(result: SignInResult): SecondFactorChallenge {
  if (result.kind !== 'second-factor') throw new Error('No second factor was asked for.');
  return result.challenge;
}
