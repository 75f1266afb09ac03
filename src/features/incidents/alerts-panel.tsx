/** The alerts of an incident, with their commands. */
import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import LinkIcon from 'lucide-react/icons/link';
import { Suspense, useState } from 'react';
import { isUnacknowledged } from '#domain/alert/status.ts';
import type { Alert } from '#domain/alert/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import { useIncidentAlerts } from '#src/data/queries/incident-alerts.ts';
import type { Live } from '#src/data/client/documents.ts';
import { useCommand, usePendingCommand, usePendingCommands } from '#src/data/client/commands.ts';
import { links } from '#src/data/links.ts';
import { useMay, useMayRun } from '#src/data/queries/team.tsx';
import { totalOf, useView } from '#src/data/client/view.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Link } from '#src/ui/link.tsx';
import { Panel } from '#src/ui/panel.tsx';
import { QueryView } from '#src/ui/query-view.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { EarlierButton } from '#src/components/earlier-button.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Time } from '#src/ui/time.tsx';
import { VisibleItems } from '#src/ui/visible-items.tsx';
import styles from './alerts-panel.module.css';
import { roomParts } from './parts.ts';
import { UnlinkAlert } from './unlink-alert.tsx';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';
import { isFinal } from '#domain/incident/status.ts';

export function AlertsPanel({ incident }: { readonly incident: Incident }) {
  const alerts = useView(useIncidentAlerts(incident.id));
  const [linking, setLinking] = useState(false);
  const waiting = usePendingCommands('linkAlert').filter(
    ({ input }) =>
      input.incidentId === incident.id &&
      !(alerts.data?.items ?? []).some(({ value }) => value.id === input.alertId),
  );
  const reason = useWhyNot(incident);
  return (
    <Panel
      title="Alerts"
      count={totalOf(alerts, (list) => list)}
      actions={
        <Button
          size="small"
          icon={<LinkIcon className="icon" />}
          disabledReason={reason}
          onClick={() => setLinking(true)}
        >
          Link alerts
        </Button>
      }
    >
      {waiting[0] !== undefined ? (
        <p className={styles.facts}>
          {waiting.length === 1 ? '1 alert' : `${waiting.length} alerts`}{' '}
          <WaitingMark state={waiting[0].state} sending="Linking…" />
        </p>
      ) : null}
      <QueryView
        view={alerts}
        failed="The alerts can’t be read"
        loading={<Skeleton label="Loading the alerts" shape="text" count={2} />}
        empty={
          waiting.length === 0 ? <p className={styles.quiet}>No alert is linked to this incident.</p> : null
        }
      >
        {(list) => (
          <>
            <EarlierButton list={list} noun="alerts" />
            <VisibleItems
              items={list.items}
              getKey={idOf}
              renderItem={({ value }) => <AlertRow alert={value} incident={incident} />}
              rowHeight={rowHeight}
              className={styles.alerts}
              rowClassName={styles.alert}
              before={list.earlier}
              total={list.total}
            />
          </>
        )}
      </QueryView>
      {linking ? (
        <Suspense>
          <roomParts.linkAlerts.Component incident={incident} onClose={() => setLinking(false)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}

/** Height of an alert before it is measured, in pixels. */
const rowHeight = 60;

const idOf = ({ value }: Live<Alert>): string => value.id;

/** Reason why this person can't link or unlink alerts here; false if they can. */
function useWhyNot(incident: Incident): string | false {
  const may = useMay()('editAlerts', incident);
  if (isFinal(incident)) return `This incident is ${incident.status} and can’t be changed.`;
  return !may.allowed && may.reason;
}

function AlertRow({ alert, incident }: { readonly alert: Alert; readonly incident: Incident }) {
  const showError = useShowError();
  const acknowledge = useCommand('acknowledgeAlert', {
    onError: showError('The alert was not acknowledged'),
  });
  const resolve = useCommand('resolveAlert', { onError: showError('The alert was not resolved') });
  const mayRun = useMayRun();
  const acknowledges = mayRun('acknowledgeAlert', alert);
  const resolves = mayRun('resolveAlert', alert);
  const target = { alertId: alert.id };
  const acknowledging = usePendingCommand('acknowledgeAlert', target)?.state;
  const resolving = usePendingCommand('resolveAlert', target)?.state;
  const unlinking = usePendingCommand('linkAlert', target)?.state;
  const pending = unlinking ?? resolving ?? acknowledging;
  const whyNot = useWhyNot(incident);
  return (
    <>
      <div className={styles.words}>
        <Link href={links.alert(alert.id)} className={styles.summary}>
          {alert.summary}
        </Link>
        <span className={styles.facts}>
          <StatusMark of="alert" state={alert.status} />
          {alert.count > 1 ? <Badge>{alert.count}×</Badge> : null}
          <Time at={alert.lastAt} />
          {pending !== undefined ? (
            <WaitingMark
              state={pending}
              sending={unlinking ? 'Unlinking…' : resolving ? 'Resolving…' : 'Acknowledging…'}
            />
          ) : null}
        </span>
      </div>
      {isUnacknowledged(alert) && !acknowledging ? (
        <IconButton
          label="Acknowledge alert"
          icon={<Check className="icon" />}
          size="small"
          disabledReason={!acknowledges.allowed && acknowledges.reason}
          onClick={() => acknowledge.mutate({ alertId: alert.id })}
        />
      ) : null}
      {alert.status !== 'resolved' && !resolving ? (
        <IconButton
          label="Resolve alert"
          icon={<CircleCheck className="icon" />}
          size="small"
          disabledReason={!resolves.allowed && resolves.reason}
          onClick={() => resolve.mutate({ alertId: alert.id })}
        />
      ) : null}
      <UnlinkAlert alert={alert} incident={incident} reason={whyNot} pending={unlinking !== undefined} />
    </>
  );
}
