/** A request for cover as its form has it. */
import * as v from 'valibot';
import { askedPeopleSchema, coverNoteSchema } from '#domain/cover/schema.ts';
import { domainErrorFrom } from '#src/data/client/errors.ts';
import type { PersonShift } from './person-shifts.ts';
import { common, fromLocal, type Span, toLocal } from './span.ts';

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
  v.pipe(
    valuesSchema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [field, message] of faultsOf(dataset.value, context))
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value: '' }],
        });
    }),
  );

function faultsOf(
  values: AskCoverValues,
  { shifts, zone }: AskCoverContext,
): readonly (readonly [keyof AskCoverValues, string])[] {
  const faults: (readonly [keyof AskCoverValues, string])[] = [];
  if (!shifts.includes(values.shift)) faults.push(['shift', 'Choose a shift.']);
  if (values.length === 'part') {
    const [startsAt, endsAt] = [fromLocal(values.from, zone), fromLocal(values.to, zone)];
    if (startsAt === null) faults.push(['from', noTime]);
    if (endsAt === null) faults.push(['to', noTime]);
    else if (startsAt !== null && endsAt <= startsAt)
      faults.push(['to', 'The end comes after the start. Choose a later end.']);
  }
  const asked = v.safeParse(askedPeopleSchema, askedOf(values));
  if (!asked.success) faults.push(['people', asked.issues[0].message]);
  return faults;
}

const noTime = 'Fill in the date and the time.';

export const askedOf = ({ group, people }: Pick<AskCoverValues, 'group' | 'people'>): string[] | null =>
  group === 'some' ? [...people] : null;

/** Null: a part without its times. */
export function askedSpan(values: AskCoverValues, shift: PersonShift, zone: string): Span | null {
  if (values.length === 'whole') return shift;
  const [startsAt, endsAt] = [fromLocal(values.from, zone), fromLocal(values.to, zone)];
  return startsAt === null || endsAt === null ? null : { startsAt, endsAt };
}

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

/** Field of a fault that the server finds; null where the form has none. */
export function faultOfCover(
  error: unknown,
  { length }: Pick<AskCoverValues, 'length'>,
): { readonly field: keyof AskCoverValues; readonly rule: string } | null {
  const known = domainErrorFrom(error);
  if (known?.code !== 'invalid') return null;
  const isWhole = length === 'whole';
  const fields: Readonly<Record<string, keyof AskCoverValues>> = {
    userId: 'userId',
    startsAt: isWhole ? 'shift' : 'from',
    endsAt: isWhole ? 'shift' : 'to',
    asked: 'people',
    note: 'note',
  };
  const field = fields[known.field.split('.')[0] ?? ''];
  return field === undefined ? null : { field, rule: known.rule };
}
