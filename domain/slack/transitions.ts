/** Changes of a member's link to Slack. */
import { minute } from '../constants.ts';
import { failure } from '../errors.ts';
import { settingsLimits } from '../settings-limits.ts';
import { changedTo, type Transition, type TransitionContext, transitioned } from '../transition.ts';
import type { SlackLink } from './schema.ts';

/** A new code takes the place of an earlier one; the Slack user that is linked stays until another is. */
export function startSlackLink(
  before: SlackLink | null,
  { teamId, userId, digest }: { readonly teamId: string; readonly userId: string; readonly digest: string },
  context: TransitionContext,
): Transition<SlackLink, never> {
  const code = {
    codeDigest: digest,
    codeEndsAt: context.now + settingsLimits.slackCodeMinutes * minute,
  };
  if (before !== null) return transitioned<SlackLink>(before, code, context);
  const base = { id: userId, teamId, userId, createdAt: context.now, createdBy: context.by, revision: 1 };
  return changedTo({ ...base, slackUser: null, linkedAt: null, ...code }, context);
}

/** The code is used up. */
export function linkSlackUser(
  before: SlackLink,
  slackUser: string,
  context: TransitionContext,
): Transition<SlackLink, never> {
  if (before.codeEndsAt === null || before.codeEndsAt <= context.now) return failure('expired', {});
  const link = { slackUser, linkedAt: context.now, codeDigest: null, codeEndsAt: null };
  return transitioned<SlackLink>(before, link, context);
}
