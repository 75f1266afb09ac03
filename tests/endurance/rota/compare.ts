/** The product's rota against the reference: at every boundary and a minute around it, and at drawn instants between. */
import { onCallAt, shiftsBetween } from '#domain/schedule/rota.ts';
import type { Override, Schedule } from '#domain/schedule/schema.ts';
import { ReferenceRota } from './reference.ts';

const minute = 60_000;

export interface Disagreement {
  readonly at: string;
  readonly timezone: string;
  readonly rota: string | null;
  readonly reference: string | null;
}

export interface Comparison {
  /** Number of compared instants. */
  readonly compared: number;
  readonly disagreements: readonly Disagreement[];
}

interface ComparedSpan {
  readonly from: number;
  readonly to: number;
  readonly between?: readonly number[];
  /** Schedule for the reference. Default: the schedule. */
  readonly expected?: Schedule;
}

/**
 * `between`: instants from `from` up to `to` that are compared as well. The shifts of the product are looked at, too: without a hole,
 * none twice, and each as the reference has it where it begins and where it ends.
 */
export function compareRota(
  schedule: Schedule,
  overrides: readonly Override[],
  { from, to, between = [], expected = schedule }: ComparedSpan,
): Comparison {
  const reference = new ReferenceRota(expected, overrides, to + 60 * minute);
  const around = reference
    .boundaries(from, to)
    .flatMap((at) => [at - minute, at - 1, at, at + 1, at + minute]);
  const shifts = shiftsBetween(schedule, overrides, from, to);
  const instants = [...new Set([...around, ...between])].filter((at) => from <= at && at < to);
  const disagreements: Disagreement[] = [];
  const answers = new Map<number, string | null>();
  const compare = (at: number, rota: string | null) => {
    const known = answers.get(at);
    const answer = known === undefined ? reference.onCall(at) : known;
    answers.set(at, answer);
    if (rota !== answer)
      disagreements.push({
        at: new Date(at).toISOString(),
        timezone: schedule.timezone,
        rota,
        reference: answer,
      });
  };
  for (const at of instants) {
    compare(at, onCallAt(schedule, overrides, at));
    const holding = shifts.filter(({ startsAt, endsAt }) => startsAt <= at && at < endsAt);
    if (holding.length !== 1) throw new Error(`${holding.length} shifts at ${new Date(at).toISOString()}.`);
    compare(at, holding[0]?.userId ?? null);
  }
  for (const [index, { startsAt, endsAt, userId }] of shifts.entries()) {
    compare(startsAt, userId);
    compare(endsAt - 1, userId);
    if (index > 0 && shifts[index - 1]?.endsAt !== startsAt) throw new Error('Shifts have a hole.');
  }
  return { compared: instants.length + 2 * shifts.length, disagreements };
}
