/** Says that a person of flesh and blood is here, so that whoever plays them in a demonstration steps back. */
import { useEffect } from 'react';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useClock } from '#src/live/clock.tsx';
import { usePort } from '#src/live/ports.tsx';
import { humanPlace } from '#src/live/presence.ts';
import { holdSlot } from '#src/live/presence-slot.ts';
import { useTeam } from '#src/live/team.tsx';

export function useHumanPresence(): void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team, me } = useTeam();
  useEffect(() => {
    if (!team.demonstration) return undefined;
    const held = holdSlot(realtime, clock, {
      ...humanPlace(team.id, me.id),
      connectionId: docs.newId(),
      entry: () => ({ human: true }),
    });
    return () => held.end();
  }, [realtime, docs, clock, team.id, team.demonstration, me.id]);
}
