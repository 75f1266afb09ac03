/** Maintenance windows: creation, change, early end. Effects on alerts are carried out by the server when due. */
import { constants } from '../constants.ts';
import { failure, type Failure } from '../errors.ts';
import { isWithin, spanBounds } from '../span.ts';
import {
  type Changed,
  changedTo,
  type Transition,
  transitioned,
  type TransitionContext,
  unchanged,
} from '../transition.ts';
import type { Maintenance } from './schema.ts';
import { activeSpan, nextChange, periodOf, type WindowTimes } from './window.ts';

type MaintenanceContent = Pick<
  Maintenance,
  'id' | 'teamId' | 'name' | 'serviceIds' | 'matchers' | keyof WindowTimes
>;

const invalid = (field: string, rule: string): Failure => failure('invalid', { field, rule }, rule);

function timesFailure({ startsAt, endsAt, recurrence }: WindowTimes): Failure | null {
  if (endsAt <= startsAt) return invalid('endsAt', 'The end is after the beginning.');
  if (!isWithin({ startsAt, endsAt }, spanBounds.maintenance))
    return invalid('endsAt', spanBounds.maintenance.sentence);
  // Leaves room for an hour that the clocks skip.
  if (recurrence !== null && endsAt - startsAt > periodOf(recurrence) - constants.clockChangeMs)
    return invalid('endsAt', 'A window that recurs ends at least two hours before it begins again.');
  return null;
}

/** `before` null for a new one, which ends in the future. A running one keeps its beginning; one that is over is not changed. */
export function saveMaintenance(
  before: Maintenance | null,
  content: MaintenanceContent,
  context: TransitionContext,
): Transition<Maintenance, never> {
  const { now, by } = context;
  const wrong = timesFailure(content);
  if (wrong) return wrong;
  const base = before ?? { createdAt: now, createdBy: by, revision: 0, endedAt: null, dueAt: now };
  const next = { ...base, ...content };
  if (nextChange(next, now) === null) return invalid('endsAt', 'This end is past. Choose one to come.');
  if (before === null) return changedTo({ ...next, revision: 1 }, context);
  if (before.dueAt === null)
    return failure(
      'illegal_transition',
      { from: 'over', to: 'planned' },
      'This window is over. Plan a new one in its place.',
    );
  if (activeSpan(before, now) !== null && content.startsAt !== before.startsAt)
    return failure(
      'maintenance_active',
      {},
      'This window has begun. Change its end, or end it and plan a new one.',
    );
  return transitioned(before, { ...content, dueAt: now }, context);
}

/** Permanent end, also of the future times of one that recurs. Its alerts then page. */
export const endMaintenance = (
  before: Maintenance,
  context: TransitionContext,
): Changed<Maintenance, never> =>
  before.dueAt === null || before.endedAt !== null
    ? unchanged(before)
    : transitioned(before, { endedAt: context.now, dueAt: context.now }, context);
