/** Changes of a person's webhook. */
import { limits } from '../constants.ts';
import { settingsLimits } from '../settings-limits.ts';
import { type Changed, changedTo, transitioned, type TransitionContext } from '../transition.ts';
import type { PersonalWebhook } from './schema.ts';

type Content = Pick<PersonalWebhook, 'id' | 'teamId' | 'userId' | 'label' | 'service' | 'host'>;

const unknown = { acceptedAt: null, lastDrillAt: null, failures: 0, problem: '', disabledAt: null };

/** `before` null: a new webhook. With a new destination, its counts and times begin anew. */
export function savePersonalWebhook(
  before: PersonalWebhook | null,
  content: Content,
  isSameDestination: boolean,
  context: TransitionContext,
): Changed<PersonalWebhook, never> {
  if (before === null)
    return changedTo(
      { ...content, ...unknown, createdAt: context.now, createdBy: context.by, revision: 1 },
      context,
    );
  return transitioned(before, { ...content, ...(isSameDestination ? {} : unknown) }, context);
}

/** The webhook after its service accepted a message. */
export const webhookAccepted = (before: PersonalWebhook, context: TransitionContext) =>
  transitioned<PersonalWebhook>(
    before,
    { acceptedAt: context.now, failures: 0, problem: '', disabledAt: null },
    context,
  );

/** The webhook after a failed message; too many in a row disable it. */
export function webhookFailed(
  before: PersonalWebhook,
  problem: string,
  context: TransitionContext,
): Changed<PersonalWebhook, never> {
  const failures = before.failures + 1;
  const disabledAt = before.disabledAt ?? (failures >= settingsLimits.webhookFailures ? context.now : null);
  return transitioned(before, { failures, problem: problem.slice(0, limits.reason), disabledAt }, context);
}

/** The webhook after a drill was asked for: a disabled one is enabled, and one more failure disables it again. */
export const webhookTried = (before: PersonalWebhook, context: TransitionContext) =>
  before.disabledAt === null
    ? { state: before }
    : transitioned<PersonalWebhook>(
        before,
        { disabledAt: null, failures: settingsLimits.webhookFailures - 1 },
        context,
      );
