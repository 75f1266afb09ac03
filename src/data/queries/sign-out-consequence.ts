/** Consequence of signing out, as the account menu knows it without the scripts of other channels. The screen “Me” asks all channels. */
import { dutiesNow } from '#domain/readiness/duty.ts';
import { useMyPushWays } from './my-push-ways.ts';
import { useRoster, useRotaNow } from './on-call.ts';
import { useThisTarget } from './this-target.ts';
import { useTeam } from './team.tsx';

/** Sentence for a reader on call whose only device that takes pages is this one; null: no consequence. */
export function useSignOutConsequence(): string | null {
  const { me } = useTeam();
  const now = useRotaNow();
  const roster = useRoster();
  const here = useThisTarget();
  const taking = useMyPushWays().ways?.filter(({ takesMessages }) => takesMessages);
  if (here === undefined || roster === null || taking?.length !== 1) return null;
  const duty = dutiesNow(roster, now).get(me.id);
  return duty?.kind === 'now'
    ? `You are on call for ${duty.schedules.join(', ')} now, and no other device of yours takes pages.`
    : null;
}
