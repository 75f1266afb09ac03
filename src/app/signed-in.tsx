/** Services of a signed-in person on every screen: outbox, pushes, uploads, page alarm. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { explain } from '#src/data/client/errors.ts';
import { attachOutbox } from '#src/data/client/outbox.ts';
import { useMyOpenPages } from '#src/data/queries/pages.ts';
import { usePictures } from '#src/data/queries/pictures.ts';
import { useTeam } from '#src/data/queries/team.tsx';
import { useKeepReachable } from '#src/data/queries/this-device.ts';
import { useFilesUnderWay, useUploadsOfPerson } from '#src/data/queries/uploads.ts';
import { AvatarPictures } from '#src/components/avatar-pictures.ts';
import { TickingClockProvider } from '#src/ui/clock.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { useDemoTakeover } from './demo-takeover.ts';
import { LandingRedirect } from './landing.tsx';
import { useAnswerFromAddress, usePush } from './push.ts';
import { useFailedCommandToasts } from './failed-commands.ts';
import { useRuntime } from './runtime-context.tsx';
import { frameParts } from './frame-parts.ts';

export function SignedIn({ children }: { readonly children: ReactNode }) {
  const { ticks } = useRuntime();
  const { team } = useTeam();
  useOutbox();
  useDemoTakeover();
  useKeepReachable();
  return (
    <TickingClockProvider clock={ticks} otherZone={{ label: 'Team', zone: team.timezone }}>
      <Pictures>
        <LandingRedirect>
          <Messages />
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
  return <Suspense>{wanted ? <frameParts.pageAlarm.Component /> : null}</Suspense>;
}

/** Persists commands that wait for the connection, and sends those of an earlier page load. */
function useOutbox(): void {
  const queries = useQueryClient();
  const { outbox } = useRuntime();
  const { team, me } = useTeam();
  useEffect(() => attachOutbox(queries, outbox, me.id, team.id), [queries, outbox, me.id, team.id]);
}

function Messages() {
  usePush();
  useAnswerFromAddress();
  useFailedCommandToasts();
  useUploadNews();
  return null;
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
