/** A request for cover: somebody who is on call asks others to take a time of theirs. The first to accept has it. */
import * as v from 'valibot';
import { entityFields, epochMsSchema, idSchema, optionalTextSchema } from '../base.ts';
import { day, limits } from '../constants.ts';

/** Null: all who may. */
export const askedPeopleSchema = v.nullable(
  v.pipe(
    v.array(idSchema),
    v.minLength(1, 'Choose at least one person.'),
    v.maxLength(limits.peoplePerLayer, `Ask at most ${limits.peoplePerLayer} people by name.`),
  ),
);

export const coverNoteSchema = optionalTextSchema(limits.reason);

const coverStatuses = ['open', 'taken', 'cancelled', 'expired'] as const;
export type CoverStatus = (typeof coverStatuses)[number];

/** Reasons of an expiry: its time is over, or is no longer its person's. */
const coverExpiries = ['over', 'moved'] as const;
export type CoverExpiry = (typeof coverExpiries)[number];

export const coverRequestSchema = v.pipe(
  v.object({
    ...entityFields,
    scheduleId: idSchema,
    /** The person whose shift it is. */
    userId: idSchema,
    startsAt: epochMsSchema,
    endsAt: epochMsSchema,
    asked: askedPeopleSchema,
    note: coverNoteSchema,
    status: v.picklist(coverStatuses),
    /** Taker of a taken request; else null. */
    takerId: v.nullable(idSchema),
    takenAt: v.nullable(epochMsSchema),
    /** The override by which the taker is on call; null unless it is taken. */
    overrideId: v.nullable(idSchema),
    /** End of its time while it is open or taken; null once nothing follows from it. */
    dueAt: v.nullable(epochMsSchema),
    /** Null unless it is expired. */
    expiry: v.nullable(v.picklist(coverExpiries)),
  }),
  v.forward(
    v.check((value) => value.endsAt > value.startsAt, 'The end comes after the start.'),
    ['endsAt'],
  ),
  v.forward(
    v.check(
      (value) => value.endsAt - value.startsAt <= limits.overrideDays * day,
      `Ask for cover of at most ${limits.overrideDays} days.`,
    ),
    ['endsAt'],
  ),
);
export type CoverRequest = v.InferInput<typeof coverRequestSchema>;
