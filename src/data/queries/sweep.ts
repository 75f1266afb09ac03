/** State of the server's sweep, by its time in the realtime database. */
import { useState } from 'react';
import { isSweepLate } from '#domain/sweep/late.ts';
import { realtimePaths } from '#api/paths.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useServerNow } from '../client/server-now.ts';
import { useConnected } from '../client/connection.ts';
import { useLive } from '#react/live-query.ts';
import { usePort } from '#react/ports.tsx';

const lookEveryMs = 15_000;

/** Time of the last sweep if the sweep is late; null for never. Undefined while the sweep is on time or its state unknown. */
export function useLateSweep(): number | null | undefined {
  const realtime = usePort(realtimeToken);
  const connected = useConnected();
  const now = useServerNow(lookEveryMs);
  const [openedAt] = useState(now);
  const { data: lastAt } = useLive<number | null>(['sweep'], (push) =>
    realtime.watch(realtimePaths.sweepAt(), {
      next: ({ value }) => push.next(typeof value === 'number' ? value : null),
      error: push.error,
    }),
  );
  const late = connected === true && lastAt !== undefined && isSweepLate(lastAt, now, openedAt);
  // Two looks in a row: a computer that wakes up has an old value and believes that it is connected, for a moment.
  const [look, setLook] = useState({ at: now, late: false, before: false });
  if (look.at !== now) setLook({ at: now, late, before: look.late });
  return late && look.late && look.before ? lastAt : undefined;
}
