/**
 * Signs of life of a person who holds pages: while one uses Muster, the server is told now and then, and new critical alerts may join
 * their pages instead of paging (`domain/page/joining.ts`). The acknowledgement itself is no sign.
 */
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { constants } from '#domain/constants.ts';
import { useClock } from '../client/clock.tsx';
import { useServerOffset } from '../client/server-now.ts';
import { useCommand } from '../client/commands.ts';
import { useMyAcknowledgedPages } from './pages.ts';

const interval = constants.signOfLifeSeconds * 1000;
/** Events of a person at this tab. */
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** While mounted, reports what the person does here for the pages that they hold. */
export function useSignsOfLife(): void {
  const pages = useMyAcknowledgedPages();
  const clock = useClock();
  const offset = useServerOffset();
  const { mutate } = useCommand('recordSignOfLife');
  const reportedAt = useRef(0);
  const report = useEffectEvent(() => {
    const now = clock.now() + offset;
    // A sign that waits for the connection would arrive with a later time.
    if (document.visibilityState !== 'visible' || !onlineManager.isOnline()) return;
    if (now - reportedAt.current < interval) return;
    const held = pages.filter(({ acknowledgements }) =>
      acknowledgements.every(({ acknowledgedAt }) => now - acknowledgedAt >= interval),
    );
    if (held.length === 0) return;
    reportedAt.current = now;
    for (const { id: pageId } of held) mutate({ pageId });
  });
  const holds = pages.length > 0;
  useEffect(() => {
    if (!holds) return undefined;
    const listener = () => report();
    for (const sign of signs) document.addEventListener(sign, listener, { passive: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, listener);
    };
  }, [holds]);
}
