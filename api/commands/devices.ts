/** The caller’s devices. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { idSchema, optionalLineSchema, optionalTextSchema, wellFormedSchema } from '#domain/base.ts';
import { command } from '../command-spec.ts';
import { type RevisionOutput } from './fields.ts';

export const devicesCommands = {
  /** Creates the caller's device, or renews it. */
  registerDevice: command<RevisionOutput>()({
    input: {
      deviceId: idSchema,
      registration: v.nullable(v.pipe(wellFormedSchema, v.minLength(1), v.maxLength(4_096))),
      label: optionalLineSchema(limits.name),
      userAgent: optionalTextSchema(1_024),
      /** Whether push works only in the app installed to the home screen, and this browser is not that app. */
      homeScreenOnly: v.optional(v.boolean(), false),
    },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'deviceId',
    labels: { pending: 'Register a device', failed: null },
  }),

  /** Removes one of the caller's own devices; no page goes to it from then on. */
  removeDevice: command<RevisionOutput>()({
    input: { deviceId: idSchema },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'deviceId',
    labels: { pending: 'Remove a device', failed: 'The device was not removed' },
  }),

  /** Sends a page that proves one of the caller's own devices; delayed, so that Muster can be closed on it first. */
  sendDrill: command<RevisionOutput & { pageId: string }>()({
    input: { deviceId: idSchema, delayed: v.optional(v.boolean(), false) },
    permission: { of: 'team', action: 'registerDevice' },
    scope: 'deviceId',
    expires: true,
    labels: { pending: 'Send a drill', failed: 'The drill was not sent' },
  }),

  /** Sends a page to each device of a member that takes messages; its person is informed of who asked for it. */
  drillMember: command<RevisionOutput & { pageIds: readonly string[] }>()({
    input: { userId: idSchema },
    permission: { of: 'team', action: 'readiness' },
    scope: null,
    expires: true,
    labels: { pending: 'Send drills', failed: 'The drills were not sent' },
  }),

  /** Sends a member a notice with what their reachability lacks; again on the same day it sends no second one. */
  askToMend: command<RevisionOutput>()({
    input: { userId: idSchema },
    permission: { of: 'team', action: 'readiness' },
    scope: null,
    labels: { pending: 'Ask to mend', failed: 'Nobody was asked' },
  }),
} as const;
