/**
 * Leaves the screens of a team as soon as its person is no longer in it, erases this browser's data of it, and reports that. A tab
 * that shows another team stays: the data is then erased when no tab needs it, at the latest when Muster is next opened. Leaves all
 * of them when the person’s session was ended elsewhere.
 */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { teamInAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import { useServerDocument } from '#src/data/client/documents.ts';
import { noteTeams, teamsToErase } from '#src/data/client/left-teams.ts';
import { markSession } from '#src/data/client/session-mark.ts';
import { links } from '#src/data/links.ts';
import { useRuntime } from './runtime-context.tsx';
import { frameParts } from './frame-parts.ts';

export interface LeftTeamsProps {
  readonly uid: string;
  /** Shown while the remains of an earlier page are erased. */
  readonly waiting: ReactNode;
  readonly children: ReactNode;
}

export function LeftTeams({ uid, waiting, children }: LeftTeamsProps) {
  const { outbox: storage } = useRuntime();
  const [path, navigate] = useLocation();
  // Teams of an earlier page whose erasure was not completed.
  const [erasing, setErasing] = useState(() => teamsToErase(storage, uid));
  const [told, setTold] = useState(false);
  // Something is noted that a tab of another team, such as this one, keeps from being erased.
  const [later, setLater] = useState(false);
  // State of the session's check after the profile was refused; a later refusal needs another check once the profile was read.
  const [session, setSession] = useState<'unasked' | 'asking' | 'live'>('unasked');
  useEffect(() => markSession(uid), [uid]);
  const leave = (left: readonly string[]) => {
    const shown = teamInAddress(path);
    if (shown === null || left.includes(shown)) {
      setTold(true);
      setErasing(left);
    } else setLater(true);
  };
  const erased = () => {
    setErasing([]);
    setLater(teamsToErase(storage, uid).length > 0);
  };
  if (session === 'asking')
    return (
      <Suspense fallback={waiting}>
        <frameParts.endedSession.Component uid={uid} waiting={waiting} onLive={() => setSession('live')} />
      </Suspense>
    );
  if (erasing.length > 0)
    return (
      <Suspense fallback={waiting}>
        <frameParts.erasing.Component
          uid={uid}
          teams={erasing}
          waiting={told ? null : waiting}
          patient={told || later}
          onDone={erased}
        />
      </Suspense>
    );
  if (told)
    return (
      <Suspense fallback={waiting}>
        <frameParts.leftTeam.Component
          onLeave={() => {
            setTold(false);
            navigate(links.home(), { replace: true });
          }}
        />
      </Suspense>
    );
  return (
    <>
      <Watch
        uid={uid}
        onLeft={leave}
        onRead={() => setSession('unasked')}
        onRefused={() => setSession((before) => (before === 'live' ? before : 'asking'))}
      />
      {later && !told ? (
        <Suspense>
          <frameParts.eraseLater.Component uid={uid} onErase={setErasing} />
        </Suspense>
      ) : null}
      {children}
    </>
  );
}

/** Not mounted while the cache is erased: no query may be open then. */
function Watch({
  uid,
  onLeft,
  onRead,
  onRefused,
}: {
  readonly uid: string;
  readonly onLeft: (left: readonly string[]) => void;
  /** The profile, which everybody may read of themselves, was refused. */
  readonly onRefused: () => void;
  readonly onRead: () => void;
}) {
  const { outbox: storage } = useRuntime();
  const { data, error } = useServerDocument(documentPaths.user(uid), userProfileSchema);
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
    onRead();
    if (left.length > 0) onLeft(left);
  });
  useEffect(() => {
    if (teams !== null) note(teams);
  }, [teams]);
  const denied = isPortError(error, 'permission-denied', 'unauthenticated') ? error : null;
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (denied !== null) refuse();
  }, [denied]);
  return null;
}
