import { AppFrame } from '#src/components/app-frame.tsx';
import { LiveStrip } from '#src/components/app-frame.tsx';
import { nav } from './nav.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** The frame before it is known who looks: what comes next takes the same places. */
export function FrameSkeleton() {
  return (
    <AppFrame nav={nav('')} strip={<LiveStrip>{null}</LiveStrip>}>
      <ScreenSkeleton />
    </AppFrame>
  );
}
