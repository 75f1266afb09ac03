/**
 * Panels of home whose data is read after its first lists are answered. Placed below all other panels, and shown together once all their
 * data is loaded: none moves a panel that is shown already.
 */
import { useLiveAnswered } from '#src/data/client/use-live-answered.ts';
import { useMay } from '#src/data/queries/team.tsx';
import { cx } from '#src/ui/cx.ts';
import { PanelBoundary } from '#src/ui/panel.tsx';
import { ActiveMaintenance } from './active-maintenance.tsx';
import { AwayOnCall } from './away-on-call.tsx';
import { CoverAsks } from './cover-asks.tsx';
import styles from './later-panels.module.css';
import { NoticesPanel } from './notices-panel.tsx';
import { SetAsideNote } from './set-aside-note.tsx';
import { UnpagedPanel } from './unpaged-panel.tsx';

export function LaterPanels() {
  const configures = useMay()('configure').allowed;
  return (
    <div className={cx(styles.later, !useLiveAnswered() && styles.coming)}>
      <PanelBoundary title="Maintenance">
        <ActiveMaintenance />
      </PanelBoundary>
      <PanelBoundary title="Your time off">
        <AwayOnCall />
      </PanelBoundary>
      <SetAsideNote />
      <PanelBoundary title="For you to know">
        <NoticesPanel />
      </PanelBoundary>
      <PanelBoundary title="Cover is asked for">
        <CoverAsks />
      </PanelBoundary>
      {/* Last: it waits for the server, while the others may be shown from the cache. */}
      {configures ? (
        <PanelBoundary title="Alerts that page nobody">
          <UnpagedPanel />
        </PanelBoundary>
      ) : null}
    </div>
  );
}
