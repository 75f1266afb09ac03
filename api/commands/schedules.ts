/** Schedules, overrides and calendar feeds. */
import * as v from 'valibot';
import { epochMsSchema, idSchema } from '#domain/base.ts';
import { feedIdSchema, feedScopeSchema } from '#domain/schedule/feed.ts';
import { overrideAction } from '#domain/schedule/overrides.ts';
import { scheduleFields } from '#domain/schedule/schema.ts';
import { spanBounds } from '#domain/span.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput, expectedRevision } from './fields.ts';

export const schedulesCommands = {
  /**
   * Makes a schedule, or changes it. Its name changes at once, zone and layers from `takesEffectAt` on, null or a time that is over for
   * at once: the past stays as it was, and what was to take effect later is replaced.
   */
  saveSchedule: command<RevisionOutput>()({
    input: {
      scheduleId: idSchema,
      ...scheduleFields,
      takesEffectAt: v.nullable(epochMsSchema),
      expectedRevision,
    },
    permission: { of: 'team', action: 'configure' },
    scope: 'scheduleId',
    labels: { pending: 'Save a schedule', failed: 'The schedule was not saved' },
  }),

  /** With its overrides. Refused while a policy asks it. */
  removeSchedule: command<RevisionOutput>()({
    input: { scheduleId: idSchema },
    permission: { of: 'team', action: 'configure' },
    scope: 'scheduleId',
    labels: { pending: 'Remove a schedule', failed: 'The schedule was not removed' },
  }),

  /** Puts a person on call in place of another, or of all. Responders take shifts themselves; admins assign them to others. */
  createOverride: command<RevisionOutput>()({
    input: {
      overrideId: idSchema,
      scheduleId: idSchema,
      startsAt: epochMsSchema,
      endsAt: epochMsSchema,
      userId: idSchema,
      insteadOf: v.nullable(idSchema),
    },
    span: spanBounds.override,
    permission: { of: 'team', action: 'ownOverride', exact: overrideAction },
    scope: 'overrideId',
    labels: { pending: 'Take or give a shift', failed: 'The shift was not taken over' },
  }),

  /** To another time; one that has begun keeps its start. */
  moveOverride: command<RevisionOutput>()({
    input: { overrideId: idSchema, startsAt: epochMsSchema, endsAt: epochMsSchema },
    span: spanBounds.override,
    permission: {
      of: 'override',
      action: 'ownOverride',
      exact: (override, _, by) => overrideAction(override, by),
    },
    scope: 'overrideId',
    labels: { pending: 'Move an override', failed: 'The override was not moved' },
  }),

  /** An override that has begun ends now. */
  removeOverride: command<RevisionOutput>()({
    input: { overrideId: idSchema },
    permission: {
      of: 'override',
      action: 'ownOverride',
      exact: (override, _, by) => overrideAction(override, by),
    },
    scope: 'overrideId',
    labels: { pending: 'Take back an override', failed: 'The override was not taken back' },
  }),

  /** Makes a feed of the caller's own. `feedId` is the digest of a secret that the caller has drawn and keeps to itself. */
  createFeed: command<RevisionOutput>()({
    input: { feedId: feedIdSchema, scope: feedScopeSchema, scheduleId: v.nullable(idSchema) },
    permission: { of: 'team', action: 'ownFeed' },
    scope: 'feedId',
    labels: { pending: 'Make a calendar address', failed: 'The calendar address was not made' },
  }),

  /** Ends one of the caller's own feeds: its address answers no more. */
  revokeFeed: command<RevisionOutput>()({
    input: { feedId: feedIdSchema },
    permission: { of: 'team', action: 'ownFeed' },
    scope: 'feedId',
    labels: { pending: 'Revoke a calendar address', failed: 'The calendar address was not revoked' },
  }),
} as const;
