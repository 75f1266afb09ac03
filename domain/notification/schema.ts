/** Notification rules of a person: devices by the urgency of a page, and quiet hours. */
import * as v from 'valibot';
import { entityFields, wholeNumberSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { weeklyHoursSchema } from '../schedule/weekly-hours.ts';

export const notifiedDevices = ['all', 'phone', 'computer'] as const;
const notifiedDevicesSchema = v.picklist(notifiedDevices);
export type NotifiedDevices = (typeof notifiedDevices)[number];

/** Something is always notified at once. */
const urgencyRulesSchema = v.object({
  atOnce: notifiedDevicesSchema,
  later: v.pipe(
    v.array(
      v.object({
        afterMinutes: wholeNumberSchema(limits.notifyAfterMinutes.min, limits.notifyAfterMinutes.max),
        devices: notifiedDevicesSchema,
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
