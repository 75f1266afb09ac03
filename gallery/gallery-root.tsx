import { type ReactNode, useLayoutEffect } from 'react';
import type { TickingClock } from '#src/ui/clock.tsx';
import { NavigateProvider } from '#src/ui/link.tsx';
import { TooltipDelays } from '#src/ui/tooltip.tsx';
import { TooltipPopup } from '#src/ui/tooltip-popup.tsx';
import { UiRoot } from '#src/ui/ui-root.tsx';
import styles from './gallery.module.css';
import { sampleNow } from './samples.tsx';

export const themes = ['system', 'light', 'dark'] as const;

/** Stands still, so that two pictures of the same thing are the same. */
const stillClock: TickingClock = { now: () => sampleNow, subscribe: () => () => undefined };

interface GalleryRootProps {
  readonly theme: (typeof themes)[number];
  readonly children: ReactNode;
}

/** Everything that a story needs above it. */
export function GalleryRoot({ theme, children }: GalleryRootProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    return () => {
      delete dataset['theme'];
    };
  }, [theme]);
  return (
    <UiRoot clock={stillClock} zone="Europe/Berlin" otherZone={{ label: 'Team', zone: 'America/New_York' }}>
      <NavigateProvider navigate={() => undefined}>
        <TooltipDelays>
          <div className={styles.story}>{children}</div>
        </TooltipDelays>
        <TooltipPopup />
      </NavigateProvider>
    </UiRoot>
  );
}
