/** How people are notified of pages. */
import { idSchema } from '#domain/base.ts';
import { notificationRulesFields } from '#domain/notification/schema.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const notificationsCommands = {
  /**
   * Saves all notification rules of the caller, or, by an admin, of another member. Default without saved rules: all devices
   * at once.
   */
  saveNotificationRules: command<RevisionOutput>()({
    input: { userId: idSchema, ...notificationRulesFields, expectedRevision },
    permission: {
      of: 'team',
      action: 'ownNotificationRules',
      exact: ({ userId }, caller) => (userId === caller ? 'ownNotificationRules' : 'configure'),
    },
    scope: 'userId',
    labels: { pending: 'Save notification rules', failed: 'The notification rules were not saved' },
  }),
} as const;
