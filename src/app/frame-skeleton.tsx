import { AppFrame } from '#src/components/app-frame.tsx';
import { LiveStrip } from '#src/components/app-frame.tsx';
import { nav } from './nav.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** The frame while the session and the team load, in its final layout. */
export function FrameSkeleton() {
  return (
    <AppFrame nav={nav('')} strip={<LiveStrip>{null}</LiveStrip>}>
      <ScreenSkeleton />
    </AppFrame>
  );
}
