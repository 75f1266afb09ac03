/** API keys: creation, revocation, and whether one is in use. */
import { day, minute } from '../constants.ts';
import { changedTo, type Changed, transitioned, type TransitionContext, unchanged } from '../transition.ts';
import type { ApiKey } from './schema.ts';

/** `days`: until it expires. */
export const newApiKey = (
  {
    days,
    ...content
  }: Pick<ApiKey, 'id' | 'teamId' | 'name' | 'scopes' | 'ending'> & {
    readonly days: number;
  },
  context: TransitionContext,
): Changed<ApiKey, never> =>
  changedTo(
    {
      ...content,
      createdAt: context.now,
      createdBy: context.by,
      revision: 1,
      expiresAt: context.now + days * day,
      lastUsedAt: null,
      revokedAt: null,
    },
    context,
  );

/** Ends the key at once. Again: nothing changes. */
export const revokeApiKey = (before: ApiKey, context: TransitionContext): Changed<ApiKey, never> =>
  before.revokedAt === null ? transitioned(before, { revokedAt: context.now }, context) : unchanged(before);

export type ApiKeyState = 'in-use' | 'expired' | 'revoked';

export const apiKeyState = (
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): ApiKeyState => (revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'in-use');

/** The key with its use noted; the same object when that was noted less than a minute ago. No new revision: nobody has changed it. */
export const withUse = (key: ApiKey, now: number): ApiKey =>
  key.lastUsedAt !== null && now - key.lastUsedAt < minute ? key : { ...key, lastUsedAt: now };
