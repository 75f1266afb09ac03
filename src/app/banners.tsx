/** Banners above every screen: announcement, connection, storage notices. */
import { Suspense, useEffect, useState } from 'react';
import { constants } from '#domain/constants.ts';
import { useClock } from '#src/data/client/clock.tsx';
import { useConnected } from '#src/data/client/connection.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useMyProfile } from '#src/data/queries/profile.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { appVersion } from './app-version.ts';
import { frameParts } from './frame-parts.ts';
import { useRuntime } from './runtime-context.tsx';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';
import { useStore } from '#src/data/client/store.ts';

export function Banners() {
  const { announcement } = useSettings();
  const idle = useTeamScreenIdle();
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <>
      <NoticeBanners />
      <OfflineBanner />
      <StorageBanners />
      {idle ? (
        <Suspense>
          <frameParts.sweepNotice.Component />
          <frameParts.pushOutageNotice.Component />
          <frameParts.unsentAcknowledgements.Component />
        </Suspense>
      ) : null}
      <Recovery />
      {announcement !== null && announcement !== dismissed ? (
        <Banner kind="announcement" form="strip" onDismiss={() => setDismissed(announcement)}>
          {announcement}
        </Banner>
      ) : null}
    </>
  );
}

/** The second step at sign-in: a request to remove it, and its removal. */
function Recovery() {
  const profile = useMyProfile();
  const { recoveryRequestedAt = null, factorsRemovedAt = null } = profile ?? {};
  if (recoveryRequestedAt === null && factorsRemovedAt === null) return null;
  return (
    <Suspense>
      <frameParts.recoveryNotice.Component />
    </Suspense>
  );
}

function NoticeBanners() {
  const { notices } = useRuntime();
  const { sentences, retired } = useStore(notices);
  const isNewerReady = useStore(appVersion);
  if (retired)
    return (
      <Banner
        kind="danger"
        form="strip"
        action={
          <Button size="small" onClick={appVersion.takeOver}>
            Reload Muster
          </Button>
        }
      >
        A newer version of Muster is open in another tab. Reload to use it.
      </Banner>
    );
  return (
    <>
      {isNewerReady ? <NewerVersion /> : null}
      {sentences.map((sentence) => (
        <Banner key={sentence} kind="caution" form="strip" onDismiss={() => notices.dismiss(sentence)}>
          {sentence}
        </Banner>
      ))}
    </>
  );
}

/** A newer version waits: it is taken when a person asks for it, or at the next start. */
function NewerVersion() {
  const [dismissed, setDismissed] = useState(false);
  if (dismissed) return null;
  return (
    <Banner
      kind="announcement"
      form="strip"
      action={
        <Button size="small" onClick={appVersion.takeOver}>
          Reload
        </Button>
      }
      onDismiss={() => setDismissed(true)}
    >
      A new version of Muster is ready. Drafts and changes that wait are kept.
    </Banner>
  );
}

/** Time for which writes must have been refused before it is said, in milliseconds: the storage may take them at once. */
const refusedMs = 2000;

/** Writes that a reload would lose, and stored writes of earlier pages that can't be read. */
function StorageBanners() {
  const { storage } = useRuntime();
  const { unstoredWrites, unstoredChanges, unreadableWrites, dismissed } = useStore(storage);
  const unstored = unstoredWrites + unstoredChanges;
  return (
    <>
      {unstored > 0 ? <UnstoredBanner count={unstored} /> : null}
      {unreadableWrites > dismissed ? (
        <Banner kind="caution" form="strip" onDismiss={storage.dismiss}>
          {unreadableWrites === 1
            ? 'A change that waited in this browser can’t be read and was not sent.'
            : `${unreadableWrites} changes that waited in this browser can’t be read and were not sent.`}{' '}
          Look at what you last wrote here, and write again what is missing.
        </Banner>
      ) : null}
    </>
  );
}

function UnstoredBanner({ count }: { readonly count: number }) {
  const clock = useClock();
  const [lasts, setLasts] = useState(false);
  useEffect(() => clock.every(refusedMs, () => setLasts(true)), [clock]);
  if (!lasts) return null;
  return (
    <Banner kind="danger" form="strip">
      {count === 1 ? 'A change is' : `${count} changes are`} neither sent nor stored: this browser’s storage
      is full or fails. Keep this page open until the connection is back, or make room on this device.
    </Banner>
  );
}

function OfflineBanner() {
  const offline = useOffline();
  const control = useControl();
  if (!offline) return null;
  return (
    <Banner
      kind="offline"
      form="strip"
      action={
        control && !control.networkOnline() ? (
          <Button size="small" onClick={() => control.setNetwork(true)}>
            Restore the network
          </Button>
        ) : null
      }
    >
      No connection to the backend. Your changes are sent when it is back, those of an incident or alert in
      order; acknowledgements wait for none. What asks or releases people fails after{' '}
      {constants.commandExpiryMinutes} minutes.
    </Banner>
  );
}

/** Grace period of the first connection, in milliseconds: until then it counts as connecting, not as lost. */
const graceMs = 3000;

function useOffline(): boolean {
  const clock = useClock();
  const connected = useConnected();
  const [known, setKnown] = useState(false);
  if (connected && !known) setKnown(true);
  useEffect(() => {
    if (known) return undefined;
    return clock.every(graceMs, () => setKnown(true));
  }, [clock, known]);
  return known && connected === false;
}
