/** Changes of a person's profile. */
import { type Changed, transitioned, type TransitionContext } from '../transition.ts';
import type { Member } from './schema.ts';

export type ProfileFields = Pick<
  Member,
  'displayName' | 'timezone' | 'phone' | 'picture' | 'shiftReminderHours' | 'weeklyReadiness'
>;

/** The member of one team, with the person's new profile. */
export const changeProfile = (
  member: Member,
  { displayName, timezone, phone, picture, shiftReminderHours, weeklyReadiness }: ProfileFields,
  context: TransitionContext,
): Changed<Member, never> =>
  transitioned(
    member,
    {
      ...{ displayName, timezone, phone, picture },
      // A form of before these choices keeps them.
      ...(shiftReminderHours !== undefined && { shiftReminderHours }),
      ...(weeklyReadiness !== undefined && { weeklyReadiness }),
    },
    context,
  );
