/** Presence of a human in the demonstration: the simulated member of the same name pauses. Starts when the first screen is idle. */
import { useEffect } from 'react';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { usePort } from '#react/ports.tsx';
import { holdSlot } from '#src/data/queries/presence-slot.ts';
import { humanPlace } from '#src/data/queries/presence.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';

export function useDemoTakeover(): void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team, me } = useTeam();
  const idle = useTeamScreenIdle();
  useEffect(() => {
    if (!idle || !team.demonstration) return undefined;
    const held = holdSlot(realtime, clock, {
      ...humanPlace(team.id, me.id),
      connectionId: docs.newId(),
      entry: () => ({ human: true }),
    });
    return () => held.end();
  }, [idle, realtime, docs, clock, team.id, team.demonstration, me.id]);
}
