/** Notification rules of a person: ways by the urgency of a page, and quiet hours. */
import * as v from 'valibot';
import { entityFields, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { weeklyHoursSchema } from '../schedule/weekly-hours.ts';

/** `all`: whatever there is. `push`: all devices. */
export const notifiedWays = ['all', 'push', 'phone', 'computer', 'mail', 'webhook'] as const;
export type NotifiedWays = (typeof notifiedWays)[number];

/** One of these ways, or one webhook: `webhook:ID`. */
const notifiedWaySchema = v.pipe(
  v.string(),
  v.regex(
    /^(?:all|push|phone|computer|mail|webhook(?::[A-Za-z0-9_-]{1,128})?)$/u,
    'Choose one of the ways in the list.',
  ),
);

/** Something is always notified at once. */
const urgencyRulesSchema = v.object({
  atOnce: notifiedWaySchema,
  later: v.pipe(
    v.array(
      v.object({
        afterMinutes: wholeNumberSchema(limits.notifyAfterMinutes.min, limits.notifyAfterMinutes.max),
        /** The ways: named when there were devices alone. */
        devices: notifiedWaySchema,
      }),
    ),
    v.maxLength(limits.laterNotifications, `Use at most ${limits.laterNotifications} later notifications.`),
  ),
});
export type UrgencyRules = v.InferInput<typeof urgencyRulesSchema>;

const quietHoursSchema = v.object({
  ...weeklyHoursSchema('Add the hours, or choose “None”.').entries,
  /** Pages whose notifications quiet hours hold back. */
  holds: v.picklist(['low', 'all']),
});
export type QuietHours = v.InferInput<typeof quietHoursSchema>;

export const notificationRulesFields = {
  high: urgencyRulesSchema,
  low: urgencyRulesSchema,
  quietHours: v.nullable(quietHoursSchema),
};

/** `id` is the person's. */
export const notificationRulesSchema = v.object({ ...entityFields, ...notificationRulesFields });
export type NotificationRules = v.InferInput<typeof notificationRulesSchema>;
