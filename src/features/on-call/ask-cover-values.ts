/** A request for cover as its form has it. */
import * as v from 'valibot';
import { askedPeopleSchema, coverNoteSchema } from '#domain/cover/schema.ts';
import { type FieldFault, faultsOfTimes, spanOfTimes, withFaults } from './form-times.ts';
import type { PersonShift } from './person-shifts.ts';
import { common, type Span, toLocal } from './span.ts';

const valuesSchema = v.object({
  userId: v.string(),
  /** Key of the shift (`shiftKey`). */
  shift: v.string(),
  length: v.picklist(['whole', 'part']),
  /** Beginning and end of a part, on the schedule's clock. */
  from: v.string(),
  to: v.string(),
  group: v.picklist(['all', 'some']),
  people: v.array(v.string()),
  note: coverNoteSchema,
});
export type AskCoverValues = v.InferInput<typeof valuesSchema>;

export interface AskCoverContext {
  /** Keys of those to choose from. */
  readonly shifts: readonly string[];
  /** The schedule's, of the shift that is chosen. */
  readonly zone: string;
}

export const askCoverSchema = (context: AskCoverContext) =>
  withFaults<AskCoverValues>(valuesSchema, (values) => faultsOf(values, context));

function faultsOf(
  values: AskCoverValues,
  { shifts, zone }: AskCoverContext,
): readonly FieldFault<keyof AskCoverValues>[] {
  const faults: FieldFault<keyof AskCoverValues>[] = [];
  if (!shifts.includes(values.shift)) faults.push(['shift', 'Choose a shift.']);
  if (values.length === 'part') faults.push(...faultsOfTimes(values, zone));
  const asked = v.safeParse(askedPeopleSchema, askedOf(values));
  if (!asked.success) faults.push(['people', asked.issues[0].message]);
  return faults;
}

export const askedOf = ({ group, people }: Pick<AskCoverValues, 'group' | 'people'>): string[] | null =>
  group === 'some' ? [...people] : null;

/** Null: a part without its times. */
export const askedSpan = (values: AskCoverValues, shift: PersonShift, zone: string): Span | null =>
  values.length === 'whole' ? shift : spanOfTimes(values, zone);

/** Key of a shift by its end: a running shift begins at now, which moves. */
export const shiftKey = (shift: PersonShift | undefined): string =>
  shift === undefined ? '' : `${shift.schedule.id} ${shift.endsAt}`;

/** The fields that come with a shift. `about`: a part of it; null for all. */
export function valuesOfShift(
  shift: PersonShift | undefined,
  about: Span | null,
  zone: string,
): Pick<AskCoverValues, 'shift' | 'length' | 'from' | 'to'> {
  if (shift === undefined) return { shift: '', length: 'whole', from: '', to: '' };
  const { startsAt, endsAt } = (about && common(shift, about)) ?? shift;
  const isWhole = startsAt - shift.startsAt < minute && shift.endsAt - endsAt < minute;
  return {
    shift: shiftKey(shift),
    length: isWhole ? 'whole' : 'part',
    from: toLocal(startsAt, zone),
    to: toLocal(endsAt, zone),
  };
}

const minute = 60_000;

/** Field of the form for a field of the command; null where the form has none. */
export function fieldOfCover(
  field: string,
  { length }: Pick<AskCoverValues, 'length'>,
): keyof AskCoverValues | null {
  const isWhole = length === 'whole';
  const fields: Readonly<Record<string, keyof AskCoverValues>> = {
    userId: 'userId',
    startsAt: isWhole ? 'shift' : 'from',
    endsAt: isWhole ? 'shift' : 'to',
    asked: 'people',
    note: 'note',
  };
  return fields[field] ?? null;
}
