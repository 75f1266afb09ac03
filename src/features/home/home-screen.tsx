import { Suspense } from 'react';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { ReachableDevices } from './devices.tsx';
import styles from './home-screen.module.css';
import { LiveIncidents } from './live-incidents.tsx';
import { MyPages } from './my-pages.tsx';
import { useMyWork } from './my-work.ts';
import { OnCallNow } from './on-call-now.tsx';
import { homeParts } from './parts.ts';
import { PanelBoundary } from '#src/ui/panel.tsx';
import { LostDevices } from './lost-devices.tsx';

/**
 * Home screen, in this order: pages and offers to the member, live incidents, who is on call, the member's own devices, then what is
 * read after these.
 */
export function HomeScreen() {
  const { team } = useTeam();
  const work = useMyWork();
  // What is needed now is read first.
  const idle = useTeamScreenIdle();
  const configures = useMay()('configure').allowed;
  const setsUp = configures && !team.demonstration;
  return (
    <div className={styles.home}>
      <h1 className="visually-hidden">{team.name}, now</h1>
      <div className={styles.main}>
        <LostDevices />
        <PanelBoundary title="Needs you">
          <MyPages hasWork={work.length > 0} />
        </PanelBoundary>
        {work.length > 0 ? (
          <Suspense>
            <homeParts.yours.Component work={work} />
          </Suspense>
        ) : null}
        {setsUp ? (
          <Suspense>
            <homeParts.teamSetup.Component />
          </Suspense>
        ) : null}
        <PanelBoundary title="Live incidents">
          <LiveIncidents />
        </PanelBoundary>
      </div>
      <div className={styles.aside}>
        <PanelBoundary title="On call">
          <OnCallNow />
        </PanelBoundary>
        <PanelBoundary title="Your devices">
          <ReachableDevices />
        </PanelBoundary>
      </div>
      {idle ? (
        <Suspense>
          <homeParts.laterPanels.Component />
        </Suspense>
      ) : null}
    </div>
  );
}
