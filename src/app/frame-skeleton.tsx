import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { withoutTeam } from '#api/addresses.ts';
import { useControl } from '#src/data/client/ports.tsx';
import { AppFrame, LiveStrip } from '#src/components/app-frame.tsx';
import { MoreTab, RailFoot, RailTop } from './frame-controls.tsx';
import styles from './frame.module.css';
import { nav } from './nav.tsx';
import { actionRoutes } from './route-table.tsx';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/** The frame while the session and the team load, in its final layout. */
export function FrameSkeleton() {
  const [path] = useLocation();
  return <FrameLayout path={withoutTeam(path)} rehearsal={useControl() !== null} />;
}

interface FrameLayoutProps {
  /** Below the team's address. */
  readonly path: string;
  /** Whether there is a rehearsal to be controlled. */
  readonly rehearsal: boolean;
}

/** The same without an app around it: the shell of index.html. */
export function FrameLayout({ path, rehearsal }: FrameLayoutProps) {
  return (
    <AppFrame
      nav={nav(path)}
      strip={<LiveStrip>{null}</LiveStrip>}
      railTop={
        <Inert>
          <RailTop actions={actionRoutes} />
        </Inert>
      }
      railFoot={
        <Inert>
          <RailFoot rehearsal={rehearsal} />
        </Inert>
      }
      phoneMore={
        <Inert>
          <MoreTab />
        </Inert>
      }
    >
      <ScreenSkeleton />
    </AppFrame>
  );
}

/** Controls in their places that can't be used yet: neither focused nor read. */
const Inert = ({ children }: { readonly children: ReactNode }) => (
  <div inert aria-hidden="true" className={styles.inert}>
    {children}
  </div>
);
