/** Changes of time off by hand. */
import { failure } from '../errors.ts';
import { changedTo, type Transition, transitioned, type TransitionContext } from '../transition.ts';
import type { TimeOff } from './schema.ts';

export type TimeOffContent = Pick<TimeOff, 'id' | 'teamId' | 'userId' | 'startsAt' | 'endsAt' | 'allDayIn'>;

const ofCalendar = (): ReturnType<typeof failure> => {
  const rule = 'This comes from a calendar. Change it there: the next reading takes it over.';
  return failure('invalid', { field: 'timeOffId', rule }, rule);
};

/** `before` null for a new one. */
export function saveTimeOff(
  before: TimeOff | null,
  content: TimeOffContent,
  context: TransitionContext,
): Transition<TimeOff, never> {
  if (before !== null && before.calendarId !== null) return ofCalendar();
  if (content.endsAt <= context.now) {
    const rule = 'This time is over already. Choose an end that is still to come.';
    return failure('invalid', { field: 'endsAt', rule }, rule);
  }
  return before === null
    ? changedTo(
        { ...content, calendarId: null, createdAt: context.now, createdBy: context.by, revision: 1 },
        context,
      )
    : transitioned<TimeOff>(before, content, context);
}

/** State null: it is gone. */
export const removeTimeOff = (timeOff: TimeOff, context: TransitionContext): Transition<null, never> =>
  timeOff.calendarId === null ? changedTo(null, context) : ofCalendar();
