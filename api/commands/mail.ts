/** Commands of a person's mail settings. */
import * as v from 'valibot';
import { mailAddressSchema } from '#domain/mail-address.ts';
import { command } from '../command-spec.ts';
import type { RevisionOutput } from './fields.ts';

/** Null: as it is. */
const choice = v.optional(v.nullable(v.boolean()), null);

export const mailCommands = {
  /**
   * Saves the caller's address for mail, and what is sent to it beside pages. A choice of null stays; in new settings it is as `notices`. `address` null: the account's own, which counts at once if it is
   * verified. To any other a confirmation is sent, and it counts when its link has been opened. @throws unavailable where no mail is
   * sent, rate_limited
   */
  saveMailSettings: command<RevisionOutput & { readonly confirming: boolean }>()({
    input: {
      address: v.nullable(mailAddressSchema),
      notices: v.boolean(),
      weeklyDigest: choice,
      shiftReminders: choice,
    },
    permission: { of: 'team', action: 'ownNotificationRules' },
    scope: null,
    labels: { pending: 'Save what comes by mail', failed: 'What comes by mail was not saved' },
  }),
  /** Forgets the caller's address: nothing more is sent to it. */
  forgetMailAddress: command<RevisionOutput>()({
    input: {},
    permission: { of: 'team', action: 'ownNotificationRules' },
    scope: null,
    labels: { pending: 'Forget a mail address', failed: 'The mail address was not forgotten' },
  }),
} as const;
