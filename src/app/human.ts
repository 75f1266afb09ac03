/** Says that a person of flesh and blood is here, so that whoever plays them in a demonstration steps back. */
import { useEffect, useState } from 'react';
import { realtimePaths } from '#domain/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { usePort } from '#src/live/ports.tsx';
import { useTeam } from '#src/live/team.tsx';

export function useHumanPresence(): void {
  const realtime = usePort(realtimeToken);
  const docs = usePort(docsToken);
  const { team, me } = useTeam();
  const [connectionId] = useState(() => docs.newId());
  const path = realtimePaths.human(team.id, me.id, connectionId);
  useEffect(() => {
    if (!team.demonstration) return undefined;
    const endWatch = realtime.watchConnection((connected) => {
      if (!connected) return;
      ignore(realtime.onDisconnect(path).remove());
      ignore(realtime.set(path, { human: true }));
    });
    return () => {
      endWatch();
      ignore(realtime.onDisconnect(path).cancel());
      ignore(realtime.remove(path));
    };
  }, [realtime, path, team.demonstration]);
}

const ignore = (work: Promise<unknown>) => void work.catch(() => undefined);
