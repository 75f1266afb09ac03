/** Heartbeats: signals of a job at least once an interval. One for each integration of that kind, under its id. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, wholeNumberSchema } from '../base.ts';
import { settingsLimits } from '../settings-limits.ts';

/** The part that an admin writes. */
export const heartbeatFields = {
  intervalMinutes: wholeNumberSchema(
    settingsLimits.heartbeatMinutes.min,
    settingsLimits.heartbeatMinutes.max,
  ),
  /** Delay of a beat beyond its interval, at most, before an alert opens. */
  graceMinutes: wholeNumberSchema(
    settingsLimits.heartbeatGraceMinutes.min,
    settingsLimits.heartbeatGraceMinutes.max,
  ),
};

export const heartbeatSchema = v.object({
  ...entityFields,
  ...heartbeatFields,
  /** Null: none has come yet. */
  lastBeatAt: v.nullable(epochMsSchema),
  /** Time at which it counts as missed unless a beat comes. Null: none has come yet, or one was missed. */
  dueAt: v.nullable(epochMsSchema),
  /** Time since which a beat is missing; null: none is. */
  missedAt: v.nullable(epochMsSchema),
});
export type Heartbeat = v.InferInput<typeof heartbeatSchema>;
