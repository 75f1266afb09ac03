import { expect } from 'vitest';
import type { SecondFactorChallenge, SignInResult } from '#ports/auth/auth.ts';
import type { PortErrorCode } from '#ports/errors.ts';
import type { Scene } from '../harness.ts';
import { rejection } from '../harness.ts';

export const minute = 60_000;
export const password = 'correct horse';

export const byPassword = (email: string, given = password) =>
  ({ kind: 'password', email, password: given }) as const;

export async function refused(promise: Promise<unknown>, code: PortErrorCode): Promise<void> {
  expect(await rejection(promise)).toMatchObject({ name: 'PortError', code });
}

/** What the newest message to somebody is about: a link or a code. */
export async function newest(scene: Scene, to: string): Promise<string> {
  const message = (await scene.inbox()).find((sent) => sent.to === to);
  if (!message) throw new Error(`Nothing was sent to ${to}.`);
  return message.action;
}

/** The code in the newest link sent to somebody. */
export async function newestCode(scene: Scene, to: string): Promise<string> {
  const code = new URL(await newest(scene, to)).searchParams.get('oobCode');
  if (code === null) throw new Error('There is no code in the link.');
  return code;
}

export function challengeOf(result: SignInResult): SecondFactorChallenge {
  if (result.kind !== 'second-factor') throw new Error('No second factor was asked for.');
  return result.challenge;
}
