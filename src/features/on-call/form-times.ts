/** Start and end of a span as two fields of a form, on the wall clock of a schedule. */
import * as v from 'valibot';
import { fromLocal, type Span } from './span.ts';

export interface FormTimes {
  readonly from: string;
  readonly to: string;
}

export type FieldFault<Name extends string> = readonly [field: Name, message: string];

/** The schema with rules that look at several fields. */
export const withFaults = <Values extends Record<string, unknown>>(
  schema: v.GenericSchema<Values>,
  faultsOf: (values: Values) => readonly FieldFault<keyof Values & string>[],
): v.GenericSchema<Values> =>
  v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [field, message] of faultsOf(dataset.value))
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: field, value: '' }],
        });
    }),
  );

export function faultsOfTimes({ from, to }: FormTimes, zone: string): readonly FieldFault<keyof FormTimes>[] {
  const [startsAt, endsAt] = [fromLocal(from, zone), fromLocal(to, zone)];
  const faults: FieldFault<keyof FormTimes>[] = [];
  if (startsAt === null) faults.push(['from', noTime]);
  if (endsAt === null) faults.push(['to', noTime]);
  else if (startsAt !== null && endsAt <= startsAt)
    faults.push(['to', 'The end comes after the start. Choose a later end.']);
  return faults;
}

/** Null: one of them is missing. */
export function spanOfTimes({ from, to }: FormTimes, zone: string): Span | null {
  const [startsAt, endsAt] = [fromLocal(from, zone), fromLocal(to, zone)];
  return startsAt === null || endsAt === null ? null : { startsAt, endsAt };
}

const noTime = 'Fill in the date and the time.';
