/** Time off: a span in which a person does not work. Shown and compared with the rota, without effect on paging. */
import * as v from 'valibot';
import { entityFields, idSchema, multilineTextSchema } from '../base.ts';
import { limits } from '../constants.ts';
import { isWithin, spanBounds } from '../span.ts';
import { timeOffFields } from './fields.ts';

export const timeOffSchema = v.pipe(
  v.object({
    ...entityFields,
    ...timeOffFields,
    /** The leave calendar that it was read from; null: by hand. */
    calendarId: v.nullable(idSchema),
  }),
  v.forward(
    v.check((value) => value.endsAt > value.startsAt, 'The end comes after the start.'),
    ['endsAt'],
  ),
  v.forward(
    v.check((value) => isWithin(value, spanBounds.timeOff), spanBounds.timeOff.sentence),
    ['endsAt'],
  ),
);
export type TimeOff = v.InferInput<typeof timeOffSchema>;

/** Note of a person on their time off: for themselves and admins alone, so in a document of its own with the same id. */
export const timeOffNoteSchema = v.object({
  ...entityFields,
  userId: idSchema,
  note: multilineTextSchema(limits.reason),
});
export type TimeOffNote = v.InferInput<typeof timeOffNoteSchema>;
