/** Once the first screen stands: says that a person is here, so that whoever plays them in a demonstration steps back. */
import { useEffect } from 'react';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { firstScreenIdle } from '#src/data/client/first-screen-idle.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { usePort } from '#src/data/client/ports.tsx';
import type { HeldSlot } from '#src/data/queries/presence-slot.ts';
import { useTeam } from '#src/data/queries/team.tsx';

export function useHumanPresence(): void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const clock = useClock();
  const { team, me } = useTeam();
  useEffect(() => {
    if (!team.demonstration) return undefined;
    let ended = false;
    let held: HeldSlot | null = null;
    const begin = async () => {
      await firstScreenIdle();
      if (ended) return;
      const { holdSlot, humanPlace } = await import('./human-slot.ts');
      if (ended) return;
      held = holdSlot(realtime, clock, {
        ...humanPlace(team.id, me.id),
        connectionId: docs.newId(),
        entry: () => ({ human: true }),
      });
    };
    // Without its script nobody steps back, and everything else works.
    begin().catch(() => undefined);
    return () => {
      ended = true;
      held?.end();
    };
  }, [realtime, docs, clock, team.id, team.demonstration, me.id]);
}
