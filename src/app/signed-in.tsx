/** Services of a signed-in person on every screen: outbox, pushes, uploads, page alarm. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { docsToken } from '#ports/docs/docs.ts';
import { realtimeToken } from '#ports/realtime/realtime.ts';
import { useFailedCommands } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useFailedRoomWrites } from '#src/data/client/failed-room-writes.ts';
import { attachOutbox } from '#src/data/client/outbox.ts';
import { usePort } from '#react/ports.tsx';
import { useSignsOfLife } from '#src/data/queries/signs-of-life.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { usePictures } from '#src/data/queries/pictures.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useKeepReachable } from '#src/data/queries/this-device.ts';
import { useFilesUnderWay, useUploadsOfPerson } from '#src/data/queries/page-uploads.ts';
import { AvatarPictures } from '#src/components/avatar-pictures.ts';
import { TickingClockProvider } from '#src/ui/clock.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { keepApp } from './app-version.ts';
import { useDemoTakeover } from './demo-takeover.ts';
import { LandingRedirect } from './landing.tsx';
import { useAnswerFromAddress, usePush } from './push.ts';
import { useRuntime } from './runtime-context.tsx';
import { frameParts } from './frame-parts.ts';

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { ticks } = useRuntime();
  const { team } = useTeam();
  useOutbox();
  useEffect(keepApp, []);
  useDemoTakeover();
  useKeepReachable();
  return (
    <TickingClockProvider clock={ticks} otherZone={{ label: 'Team', zone: team.timezone }}>
      <Pictures>
        <LandingRedirect>
          <Messages />
          <Failures />
          {children}
          <Alarm />
        </LandingRedirect>
      </Pictures>
    </TickingClockProvider>
  );
}

/** Avatars of this team's members show their pictures. */
function Pictures({ children }: { readonly children: ReactNode }) {
  return <AvatarPictures value={usePictures()}>{children}</AvatarPictures>;
}

/** The page alarm; its script is preloaded, or loaded by the first open page. */
function Alarm() {
  const paged = (useMyOpenPages().data?.items.length ?? 0) > 0;
  const [wanted, setWanted] = useState(paged);
  if (paged && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <frameParts.pageAlarm.Component />
    </Suspense>
  );
}

/** Persists changes that wait for the connection, and sends those of an earlier page load. */
function useOutbox(): void {
  const queries = useQueryClient();
  const { outbox, clock, storage } = useRuntime();
  const docs = usePort(docsToken);
  const realtime = usePort(realtimeToken);
  const { team, me } = useTeam();
  useEffect(
    () =>
      attachOutbox(
        queries,
        outbox,
        { uid: me.id, teamId: team.id },
        {
          clock,
          carriers: { docs, realtime, now: () => clock.now() },
          onUnstored: (count) => storage.outboxChanged(count),
        },
      ),
    [queries, outbox, me.id, team.id, clock, docs, realtime, storage],
  );
}

function Messages() {
  usePush();
  useAnswerFromAddress();
  useUploadNews();
  useSignsOfLife();
  return null;
}

/** Its script is preloaded, or loaded by the first failure. */
function Failures() {
  const commands = useFailedCommands().failed.length;
  const writes = useFailedRoomWrites().failed.length;
  if (commands + writes === 0) return null;
  return (
    <Suspense>
      <frameParts.failureToasts.Component />
    </Suspense>
  );
}

/** Uploads continue outside of their room: their end is a toast, and closing the page asks first. */
function useUploadNews(): void {
  const toasts = useToasts();
  useUploadsOfPerson(({ name, error }) => {
    if (error === null) toasts.done('Uploaded', name);
    else toasts.error(`${name} was not uploaded`, explain(error));
  });
  const underWay = useFilesUnderWay() > 0;
  useEffect(() => {
    if (!underWay) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [underWay]);
}
