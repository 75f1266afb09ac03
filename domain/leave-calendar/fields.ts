/** The fields of a leave calendar that an admin writes. The catalogue of commands needs no more of it. */
import * as v from 'valibot';
import { idSchema, textSchema, timezoneSchema } from '../base.ts';
import { limits } from '../constants.ts';

/** Members whom the holidays of a calendar concern. */
export const concernedSchema = v.variant('kind', [
  v.object({
    kind: v.literal('people'),
    userIds: v.pipe(
      v.array(idSchema),
      v.minLength(1, 'Choose at least one person.'),
      v.maxLength(limits.peoplePerLayer),
    ),
  }),
  /** Members whose own time zone it is. */
  v.object({ kind: v.literal('timezone'), timezone: timezoneSchema }),
]);
export type Concerned = v.InferOutput<typeof concernedSchema>;

/** Fields of a leave calendar that an admin writes. */
export const leaveCalendarFields = {
  name: textSchema(limits.name),
  /** Null: a calendar of leave, whose events are each a person’s; else one of holidays. */
  concerned: v.nullable(concernedSchema),
};
