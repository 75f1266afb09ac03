/** Consequence of losing a way to be reached, for a confirmation. */
import type { ChannelTarget } from '#domain/channel/schema.ts';
import { dutiesNow } from '#domain/readiness/duty.ts';
import { lossOf } from '#domain/readiness/last-way.ts';
import { useRoster, useRotaNow } from './on-call.ts';
import { useMyWays } from './my-ways.ts';
import { useThisTarget } from './this-target.ts';
import { useTeam } from './team.tsx';

/** Sentences about the consequence of losing a way to the reader; null: no consequence. `onCallOnly`: it matters while they are on call. */
export function useUnreachableWithout(to: ChannelTarget | undefined, onCallOnly = false): string | null {
  const { me } = useTeam();
  const now = useRotaNow();
  const roster = useRoster();
  const duty = roster === null ? undefined : dutiesNow(roster, now).get(me.id);
  const matters = to !== undefined && (!onCallOnly || duty?.kind === 'now');
  // Mail is asked for where it alone could make a difference.
  const live = lossOf(useMyWays(false).ways ?? [], to, now);
  const { ways } = useMyWays(matters && live !== null);
  const loss = matters && ways !== undefined ? lossOf(ways, to, now) : null;
  if (loss === null) return null;
  const onCall = duty?.kind === 'now' ? `You are on call for ${duty.schedules.join(', ')} now. ` : '';
  return loss === 'last'
    ? `${onCall}This is the last way by which pages reach you. Without it they show only while Muster is open.`
    : `${onCall}This is the last way that is proved to reach you.`;
}

/** The same of the pushes to this browser, which signing out ends. */
export const useUnreachableSignedOut = (): string | null => useUnreachableWithout(useThisTarget(), true);
