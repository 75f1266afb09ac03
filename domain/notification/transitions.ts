/** Changes of a person's notification rules. */
import { failure, type Failure } from '../errors.ts';
import { openingAt } from '../schedule/weekly-hours.ts';
import { changedTo, type Transition, transitioned, type TransitionContext } from '../transition.ts';
import type { NotificationRules } from './schema.ts';

export type NotificationRulesContent = Pick<
  NotificationRules,
  'id' | 'teamId' | 'high' | 'low' | 'quietHours'
>;

/** `before` null: the person had none. Quiet hours that never end are refused. */
export function saveNotificationRules(
  before: NotificationRules | null,
  content: NotificationRulesContent,
  context: TransitionContext,
): Transition<NotificationRules, never> {
  const endless = endlessFailure(content, context.now);
  if (endless !== null) return endless;
  return before === null
    ? changedTo({ ...content, createdAt: context.now, createdBy: context.by, revision: 1 }, context)
    : transitioned(before, content, context);
}

function endlessFailure({ quietHours }: NotificationRulesContent, now: number): Failure | null {
  if (quietHours === null) return null;
  const { open, changesAt } = openingAt(quietHours, now);
  if (!open || changesAt !== null) return null;
  const rule = 'Quiet hours around the clock would hold everything back. Leave some hours of the week out.';
  return failure('invalid', { field: 'quietHours.windows', rule }, rule);
}
