/** Notice on the sign-in screen that the last session was ended elsewhere. A script of its own. */
import { useEffect, useEffectEvent, useState } from 'react';
import { noteTeams } from '#src/data/client/left-teams.ts';
import { markedSession, unmarkSession } from '#src/data/client/session-mark.ts';
import { Banner } from '#src/ui/banner.tsx';
import { useRuntime } from './runtime-context.tsx';

/** Notice of an ended session above the sign-in screen, until dismissed or until the next sign-in. */
export function EndedSessionNotice() {
  const { outbox: storage } = useRuntime();
  const [shown, setShown] = useState(true);
  // A session that ended while no page was open: erased when the person is next signed in here.
  const note = useEffectEvent(() => {
    const uid = markedSession();
    if (uid !== null) noteTeams(storage, uid, null, []);
  });
  useEffect(() => note(), []);
  if (!shown) return null;
  const dismiss = () => {
    unmarkSession();
    setShown(false);
  };
  return (
    <Banner kind="info" form="strip" onDismiss={dismiss}>
      You were signed out: this session was ended. What this browser kept of your teams is erased. Sign in to
      go on.
    </Banner>
  );
}
