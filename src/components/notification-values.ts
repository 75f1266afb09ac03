/** Notification rules as their form has them. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { defaultUrgencyRules } from '#domain/notification/plan.ts';
import type { ChannelWay } from '#domain/channel/way.ts';
import {
  type NotificationRules,
  notificationRulesFields,
  type UrgencyRules,
} from '#domain/notification/schema.ts';

export type NotificationContent = Pick<NotificationRules, 'high' | 'low' | 'quietHours'>;

const { min, max } = limits.notifyAfterMinutes;
const urgencyFormSchema = v.pipe(
  notificationRulesFields.high,
  v.check(
    ({ later }) => later.every(({ afterMinutes }) => afterMinutes >= min && afterMinutes <= max),
    `Use ${min} to ${max} minutes.`,
  ),
);
export const notificationFormSchema = v.object({
  high: urgencyFormSchema,
  low: urgencyFormSchema,
  quietHours: notificationRulesFields.quietHours,
});

/** Null: the person has none. */
export const notificationValuesOf = (rules: NotificationContent | null): NotificationContent => ({
  high: structuredClone(rules?.high ?? defaultUrgencyRules),
  low: structuredClone(rules?.low ?? defaultUrgencyRules),
  quietHours: structuredClone(rules?.quietHours ?? null),
});

interface SavedRules {
  readonly userId: string;
  /** Null: the person has none. */
  readonly rules: NotificationRules | null;
}

/** Options of `useEntityForm` for a form of notification rules. */
export const notificationFormOptions = ({ userId, rules }: SavedRules) => ({
  command: 'saveNotificationRules' as const,
  draft: `notifications.${userId}`,
  // Every person has rules, by default those of revision 0.
  entity: { id: userId, revision: rules?.revision ?? 0 },
  schema: notificationFormSchema,
  values: notificationValuesOf(rules),
  inputOf: (values: NotificationContent, target: { readonly expectedRevision?: number }) => ({
    ...values,
    userId,
    expectedRevision: target.expectedRevision ?? 0,
  }),
  noun: 'notification rules',
});

/** Next later notification to add: the kind of way that is not notified yet, after the last one. */
export function nextLater(
  { atOnce, later }: UrgencyRules,
  ways: readonly Pick<ChannelWay, 'kind'>[],
): UrgencyRules['later'][number] {
  const last = later.at(-1)?.afterMinutes ?? 0;
  const devices = atOnce === 'push' ? [] : ['phone', 'computer'];
  const named = [atOnce, ...later.map((one) => one.devices)];
  const others = [...devices, ...ways.flatMap(({ kind }) => (devices.includes(kind) ? [] : [kind]))];
  const next = others.find((kind) => !named.includes(kind)) ?? 'push';
  return { afterMinutes: Math.min(last + 5, max), devices: next };
}
