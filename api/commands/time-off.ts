/** Time off, written by hand. */
import { idSchema, optionalTextSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { spanBounds } from '#domain/span.ts';
import { timeOffAction, timeOffFields } from '#domain/time-off/fields.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const timeOffCommands = {
  /** Writes time off, one's own or, as an admin, that of others. The note is readable by that person and admins. No effect on paging. */
  saveTimeOff: command<RevisionOutput>()({
    input: {
      timeOffId: idSchema,
      ...timeOffFields,
      note: optionalTextSchema(limits.reason),
      expectedRevision,
    },
    span: spanBounds.timeOff,
    permission: { of: 'team', action: 'ownTimeOff', exact: timeOffAction },
    scope: 'timeOffId',
    labels: { pending: 'Save time off', failed: 'The time off was not saved' },
  }),

  /** Of the person that the input names; removing what is gone already changes nothing. */
  removeTimeOff: command<RevisionOutput>()({
    input: { timeOffId: idSchema, userId: idSchema },
    permission: { of: 'team', action: 'ownTimeOff', exact: timeOffAction },
    scope: 'timeOffId',
    labels: { pending: 'Remove time off', failed: 'The time off was not removed' },
  }),
} as const;
