/** Banners above every screen: announcement, connection, storage notices. */
import { Suspense, useEffect, useState } from 'react';
import { useClock } from '#src/data/client/clock.tsx';
import { useConnected } from '#src/data/client/connection.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { useSettings } from '#src/data/client/settings.ts';
import { useMyProfile } from '#src/data/queries/profile.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';
import { frameParts } from './frame-parts.ts';
import { useRuntime } from './runtime-context.tsx';
import { useFirstScreenIdle } from '#src/data/client/use-first-screen-idle.ts';
import { useStore } from '#src/data/client/store.ts';

export function Banners() {
  const { announcement } = useSettings();
  const idle = useFirstScreenIdle();
  const [dismissed, setDismissed] = useState<string | null>(null);
  return (
    <>
      <NoticeBanners />
      <OfflineBanner />
      {idle ? (
        <Suspense>
          <frameParts.sweepNotice.Component />
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
  if (retired)
    return (
      <Banner
        kind="danger"
        form="strip"
        action={
          <Button size="small" onClick={() => location.reload()}>
            Reload Muster
          </Button>
        }
      >
        A newer version of Muster is open in another tab. Reload to use it.
      </Banner>
    );
  return sentences.map((sentence) => (
    <Banner key={sentence} kind="caution" form="strip" onDismiss={() => notices.dismiss(sentence)}>
      {sentence}
    </Banner>
  ));
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
      No connection to the backend. Your changes are queued, and sent in order when it is back.
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
