/** An override as its forms have it. */
import * as v from 'valibot';
import { toLocal, fromLocal, type Span } from './span.ts';
import { type FieldFault, faultsOfTimes, type FormTimes, withFaults } from './form-times.ts';

const timesSchema = v.object({
  /** On the schedule's clock. Empty: now. */
  from: v.string(),
  to: v.string(),
});
type MoveValues = v.InferInput<typeof timesSchema>;
const takeOverSchema = v.object({
  ...timesSchema.entries,
  /** Empty: nobody is chosen. */
  userId: v.string(),
  /** Empty: the holder of the time. */
  insteadOf: v.string(),
});
export type TakeOverValues = v.InferInput<typeof takeOverSchema>;

export const timesOf = ({ startsAt, endsAt }: Span, zone: string): FormTimes => ({
  from: toLocal(startsAt, zone),
  to: toLocal(endsAt, zone),
});

export const moveFormSchema = (zone: string) =>
  withFaults<MoveValues>(timesSchema, (times) => faultsOfTimes(times, zone));

export interface TakeOverContext {
  readonly zone: string;
  readonly now: number;
  /** Begins now: the form has no start. */
  readonly startsNow: boolean;
}

export const takeOverFormSchema = (context: TakeOverContext) =>
  withFaults<TakeOverValues>(takeOverSchema, (values) => [
    ...faultsOfTakeOver(values, context),
    ...(values.userId === '' ? [['userId', 'Choose who takes over.'] as const] : []),
  ]);

function faultsOfTakeOver(
  { from, to }: FormTimes,
  { zone, now, startsNow }: TakeOverContext,
): readonly FieldFault<keyof FormTimes>[] {
  const faults = faultsOfTimes({ from: startsNow ? toLocal(now, zone) : from, to }, zone);
  const endsAt = fromLocal(to, zone);
  const isOver = faults.length === 0 && endsAt !== null && endsAt <= now;
  return isOver ? [['to', 'This time is over already. Choose an end that is still to come.']] : faults;
}
