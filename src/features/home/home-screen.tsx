import { Suspense } from 'react';
import { useTeamScreenIdle } from '#src/data/client/use-reached.ts';
import { useMay, useTeam } from '#src/data/queries/team.tsx';
import { ComingPanel } from './coming-panel.tsx';
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
 * Home screen, in this order: pages and offers to the member, live incidents, missing steps of the team's setup, who is on call, the
 * member's own devices, then what is read after these. No panel moves once it is shown.
 */
export function HomeScreen() {
  const { team } = useTeam();
  const work = useMyWork();
  // Urgent data is read first.
  const idle = useTeamScreenIdle();
  const configures = useMay()('configure').allowed;
  const setsUp = configures && !team.demonstration;
  return (
    <div className={styles.home}>
      <h1 className="visually-hidden">{team.name}, now</h1>
      <div className={styles.main}>
        <LostDevices />
        <PanelBoundary title="Needs you">
          <MyPages hasWork={work !== undefined && work.length > 0} />
        </PanelBoundary>
        {work === undefined ? <ComingPanel /> : null}
        {work !== undefined && work.length > 0 ? (
          <Suspense fallback={<ComingPanel />}>
            <homeParts.yours.Component work={work} />
          </Suspense>
        ) : null}
        <PanelBoundary title="Live incidents">
          <LiveIncidents />
        </PanelBoundary>
        {setsUp ? (
          <Suspense fallback={<ComingPanel />}>
            <homeParts.teamSetup.Component />
          </Suspense>
        ) : null}
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
