/**
 * Leaves the screens of a team as soon as its person is no longer in it, erases what this browser keeps of it, and says so. A tab that
 * shows another team stays: what is kept is then erased when no tab needs it, at the latest when Muster is next opened.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { teamInAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { PortError } from '#ports/errors.ts';
import { type LiveClock, useClock } from '#src/data/client/clock.tsx';
import { useServerDocument } from '#src/data/client/documents.ts';
import { eraseTeams, noteTeams, teamsToErase } from '#src/data/client/left-teams.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { links } from '#src/data/links.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { Waiting } from '#src/ui/spinner.tsx';
import { useRuntime } from './runtime-context.tsx';
import styles from './start.module.css';

/** How long erasing waits for other teams’ writes, in milliseconds. */
const patienceMs = 2_000;
/** How often erasing is tried while another tab has the cache open, and at what distance in milliseconds. */
const attempts = { count: 10, distanceMs: 150 } as const;

export interface LeftTeamsProps {
  readonly uid: string;
  /** Shown while what an earlier page has left is erased. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

export function LeftTeams({ uid, waiting, children }: LeftTeamsProps) {
  const { outbox: storage } = useRuntime();
  const [path, navigate] = useLocation();
  // Of an earlier page, which came to no end.
  const [erasing, setErasing] = useState(() => teamsToErase(storage, uid));
  const [told, setTold] = useState(false);
  const leave = (left: readonly string[]) => {
    const shown = teamInAddress(path);
    if (shown === null || left.includes(shown)) {
      setTold(true);
      setErasing(left);
    }
  };
  if (erasing.length > 0)
    return (
      <Erasing uid={uid} teams={erasing} onDone={() => setErasing([])} waiting={told ? null : waiting} />
    );
  if (told)
    return (
      <main className={styles.start}>
        <h1 className="visually-hidden">You are no longer in this team</h1>
        <EmptyState
          title="You are no longer in this team"
          action={
            <Button
              variant="primary"
              onClick={() => {
                setTold(false);
                navigate(links.home(), { replace: true });
              }}
            >
              Go on to Muster
            </Button>
          }
        >
          You left it, or an owner has removed you. What this browser kept of it is erased. Ask an owner for
          an invite if you should be in it.
        </EmptyState>
      </main>
    );
  return (
    <>
      <Watch uid={uid} onLeft={leave} />
      {children}
    </>
  );
}

/** Not mounted while the cache is erased: nobody may listen then. */
function Watch({
  uid,
  onLeft,
}: {
  readonly uid: string;
  readonly onLeft: (left: readonly string[]) => void;
}) {
  const { outbox: storage } = useRuntime();
  const { data } = useServerDocument(documentPaths.user(uid), userProfileSchema);
  const teams =
    data === undefined
      ? null
      : Object.keys(data?.value.teams ?? {})
          .toSorted()
          .join(' ');
  const known = useRef<readonly string[] | null>(null);
  const note = useEffectEvent((now: string) => {
    const ids = now === '' ? [] : now.split(' ');
    const left = noteTeams(storage, uid, known.current, ids);
    known.current = ids;
    if (left.length > 0) onLeft(left);
  });
  useEffect(() => {
    if (teams !== null) note(teams);
  }, [teams]);
  return null;
}

interface ErasingProps {
  readonly uid: string;
  readonly teams: readonly string[];
  /** Null: says what is done, because nobody has said it yet. */
  readonly waiting: ReactNode;
  readonly onDone: () => void;
}

function Erasing({ uid, teams, waiting, onDone }: ErasingProps) {
  const { outbox: storage } = useRuntime();
  const queries = useQueryClient();
  const docs = usePort(docsToken);
  const clock = useClock();
  const { mutate } = useMutation({
    mutationFn: () =>
      eraseTeams({ docs, queries, storage, uid, teams, patience: () => tooLate(clock, patienceMs) }),
    networkMode: 'always',
    retry: waiting === null ? attempts.count : 0,
    retryDelay: attempts.distanceMs,
    // One that did not succeed stays noted, and is done when Muster is next opened.
    onSettled: onDone,
  });
  const begin = useEffectEvent(() => mutate());
  useEffect(() => begin(), []);
  if (waiting !== null) return waiting;
  return (
    <main className={styles.start} aria-busy="true">
      <Waiting>You are no longer in this team. Erasing what this browser kept of it…</Waiting>
    </main>
  );
}

const tooLate = (clock: LiveClock, ms: number): Promise<never> =>
  new Promise((_, reject) => {
    const stop = clock.every(ms, () => {
      stop();
      reject(new PortError('deadline-exceeded', 'Writes of other teams are still waiting.'));
    });
  });
