/** What machines say about this incident, and the answers that can be given from here. */
import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { Alert } from '#domain/entities/alert.ts';
import type { Incident } from '#domain/entities/incident.ts';
import { useIncidentAlerts } from '#src/live/alerts.ts';
import { pendingOf, useCommand, usePendingCommands } from '#src/live/commands.ts';
import { links } from '#src/live/links.ts';
import { useMay } from '#src/live/team.tsx';
import { countOf, useView } from '#src/live/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { StatusMark } from '#src/ui/status-mark.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './alerts-panel.module.css';
import { useRefusal } from './use-refusal.ts';
import { WaitingMark } from './waiting-mark.tsx';

export function AlertsPanel({ incident }: { readonly incident: Incident }) {
  const alerts = useView(useIncidentAlerts(incident.id));
  return (
    <Panel title="Alerts" count={countOf(alerts)}>
      <QueryView
        view={alerts}
        failed="The alerts can’t be read"
        loading={<Skeleton label="Loading the alerts" shape="text" count={2} />}
        empty={<p className={styles.quiet}>No alert is linked to this incident.</p>}
      >
        {({ items }) => (
          <ul className={styles.alerts}>
            {items.map(({ value }) => (
              <AlertRow key={value.id} alert={value} />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

function AlertRow({ alert }: { readonly alert: Alert }) {
  const acknowledge = useCommand('acknowledgeAlert');
  const resolve = useCommand('resolveAlert');
  const refused = useRefusal();
  const may = useMay()('editAlerts');
  const commands = usePendingCommands();
  const acknowledging = pendingOf(commands, 'acknowledgeAlert').some(
    ({ input }) => input.alertId === alert.id,
  );
  const resolving = pendingOf(commands, 'resolveAlert').some(({ input }) => input.alertId === alert.id);
  const reason = !may.allowed && may.reason;
  return (
    <li className={styles.alert}>
      <div className={styles.words}>
        <Link href={links.alert(alert.id)} className={styles.summary}>
          {alert.summary}
        </Link>
        <span className={styles.facts}>
          <StatusMark of="alert" state={alert.status} />
          {alert.count > 1 ? <Badge>{alert.count}×</Badge> : null}
          <Time at={alert.lastAt} />
          {acknowledging || resolving ? (
            <WaitingMark sending={resolving ? 'Resolving…' : 'Acknowledging…'} />
          ) : null}
        </span>
      </div>
      {alert.status === 'open' && !acknowledging ? (
        <IconButton
          label="Acknowledge alert"
          icon={<Check className="icon" />}
          size="small"
          disabledReason={reason}
          onClick={() =>
            void acknowledge.run({ alertId: alert.id }).catch(refused('The alert was not acknowledged'))
          }
        />
      ) : null}
      {alert.status !== 'resolved' && !resolving ? (
        <IconButton
          label="Resolve alert"
          icon={<CircleCheck className="icon" />}
          size="small"
          disabledReason={reason}
          onClick={() => void resolve.run({ alertId: alert.id }).catch(refused('The alert was not resolved'))}
        />
      ) : null}
    </li>
  );
}
