/**
 * Leaves the screens of a team as soon as its person is no longer in it, erases what this browser keeps of it, and says so. A tab that
 * shows another team stays: what is kept is then erased when no tab needs it, at the latest when Muster is next opened.
 */
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { userProfileSchema } from '#domain/team/user-profile.ts';
import { teamInAddress } from '#api/addresses.ts';
import { documentPaths } from '#api/paths.ts';
import { useServerDocument } from '#src/data/client/documents.ts';
import { noteTeams, teamsToErase } from '#src/data/client/left-teams.ts';
import { links } from '#src/data/links.ts';
import { useRuntime } from './runtime-context.tsx';
import { frameParts } from './frame-parts.ts';

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
      <Suspense fallback={waiting}>
        <frameParts.erasing.Component
          uid={uid}
          teams={erasing}
          waiting={told ? null : waiting}
          onDone={() => setErasing([])}
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
