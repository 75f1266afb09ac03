/** Notification rules as their form has them. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { defaultUrgencyRules } from '#domain/notification/plan.ts';
import {
  type NotificationRules,
  notificationRulesFields,
  notifiedDevices,
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

const devices = v.picklist(notifiedDevices);
const urgency = v.object({
  atOnce: devices,
  later: v.array(v.object({ afterMinutes: v.number(), devices })),
});
const draftSchema = v.object({
  high: urgency,
  low: urgency,
  quietHours: v.nullable(
    v.object({
      timezone: v.string(),
      windows: v.array(v.object({ weekdays: v.array(v.number()), from: v.string(), to: v.string() })),
      holds: v.picklist(['low', 'all']),
    }),
  ),
});

/** Null for none, and for one that an older version wrote. */
export function readNotificationDraft(draft: string): NotificationContent | null {
  try {
    const read = v.safeParse(draftSchema, JSON.parse(draft));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/** What is added: the kind that is not notified yet, after the last one. */
export function nextLater({ atOnce, later }: UrgencyRules): UrgencyRules['later'][number] {
  const last = later.at(-1)?.afterMinutes ?? 0;
  return { afterMinutes: Math.min(last + 5, max), devices: atOnce === 'phone' ? 'computer' : 'phone' };
}
