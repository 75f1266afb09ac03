/** Reachability of members: for admins of all, read from the server; for others of the reader alone. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { PortError } from '#ports/errors.ts';
import { functionsToken } from '#ports/functions/functions.ts';
import { dutiesNow } from '#domain/readiness/duty.ts';
import { type ReadinessRow, readinessRows } from '#domain/readiness/rows.ts';
import { useClock } from '../client/clock.tsx';
import { usePort } from '#react/ports.tsx';
import { readOptions } from '../client/reads.ts';
import { useNotificationRules } from './notification-rules.ts';
import { useMyWays } from './my-ways.ts';
import { useRoster, useRotaNow } from './on-call.ts';
import { useMay, usePeople, useTeam } from './team.tsx';

/** Interval of the server read, which is no live query. */
const askEveryMs = 60_000;

export interface Readiness {
  /** Undefined until all of it is known. */
  readonly rows: readonly ReadinessRow[] | undefined;
  /** Whether some people are missing: the team has more ways than are read. */
  readonly incomplete: boolean;
  readonly error: PortError | null;
  /** Reads from the server again, now. */
  reload(): void;
}

export function useReadiness(): Readiness {
  const { team, me } = useTeam();
  const clock = useClock();
  const functions = usePort(functionsToken);
  const seesAll = useMay()('readiness').allowed;
  const { data, error, refetch } = useQuery({
    ...readOptions(functions, 'readReadiness', { teamId: team.id }),
    enabled: seesAll,
  });
  useEffect(
    () => (seesAll ? clock.every(askEveryMs, () => void refetch()) : undefined),
    [clock, seesAll, refetch],
  );
  const { ways, error: waysError } = useMyWays();
  const { all: members } = usePeople();
  const roster = useRoster();
  const now = useRotaNow();
  const ownRules = useNotificationRules(me.id);
  const timezone = members.find(({ id }) => id === me.id)?.timezone ?? team.timezone;
  const rules = ownRules.data;
  const rows = useMemo(() => {
    if (roster === null || ways === undefined || rules === undefined || (seesAll && data === undefined))
      return undefined;
    // The reader's own row is live.
    const ofMe = { userId: me.id, ways, rules: rules?.value ?? null };
    const others = (data?.people ?? []).filter(({ userId }) => userId !== me.id);
    const shown = seesAll ? members : members.filter(({ id }) => id === me.id);
    return readinessRows(shown, [ofMe, ...others], dutiesNow(roster, now), { now, timezone });
  }, [roster, ways, rules, seesAll, data, members, me.id, now, timezone]);
  return {
    rows,
    incomplete: data?.incomplete ?? false,
    error: (seesAll ? error : null) ?? waysError ?? ownRules.error,
    reload: () => void refetch(),
  };
}
