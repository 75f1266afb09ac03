/** Actions on an alert. */
import { isUnacknowledged } from '#domain/alert/status.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { explain } from '#src/data/client/errors.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { links } from '#src/data/links.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { SnoozeMenu } from '#src/components/snooze-menu.tsx';
import { Button } from '#src/ui/button.tsx';
import { Link } from '#src/ui/link.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './alerts.module.css';
import { AddToIncident, RemoveFromIncident } from './link-actions.tsx';
import { useUnderWay } from './under-way.ts';

export function AlertActions({ alert }: { readonly alert: Alert }) {
  const mayRun = useMayRun();
  const toasts = useToasts();
  const notices = (done: string, failed: string) => ({
    onSuccess: () => void toasts.done(done),
    onError: (error: Error) => void toasts.error(failed, explain(error)),
  });
  const acknowledge = useCommand(
    'acknowledgeAlert',
    notices('Acknowledged. It is assigned to you.', 'The alert was not acknowledged'),
  );
  const resolve = useCommand('resolveAlert', notices('Resolved', 'The alert was not resolved'));
  const snooze = useCommand('snoozeAlert', notices('Snoozed', 'The alert was not snoozed'));
  const underWay = useUnderWay()(alert.id);
  const declaring = mayRun('declareIncident');
  const unanswered = underWay && 'The previous command is still pending.';
  const whyNot = (name: 'acknowledgeAlert' | 'resolveAlert' | 'snoozeAlert' | 'linkAlert') => {
    const verdict = mayRun(name, alert);
    return verdict.allowed ? unanswered : verdict.reason;
  };
  const incident = useIncidentById(alert.incidentId).data?.value;
  const membership =
    alert.incidentId === null ? (
      <AddToIncident alerts={[alert]} reason={underWay && whyNot('linkAlert')} />
    ) : (
      incident && (
        <RemoveFromIncident alert={alert} incident={incident} reason={underWay && whyNot('linkAlert')} />
      )
    );
  if (alert.status === 'resolved') return <div className={styles.actions}>{membership}</div>;
  const noSnooze =
    (alert.status === 'joined' && 'It joined an acknowledged page: whoever has the page snoozes that.') ||
    (alert.status === 'acknowledged' &&
      (alert.pageId === null
        ? 'Acknowledged: nobody is paged about it any more.'
        : 'Acknowledged: whoever has its page snoozes that.'));
  return (
    <div className={styles.actions}>
      <SnoozeMenu
        trigger={<Button disabledReason={whyNot('snoozeAlert') || noSnooze}>Snooze</Button>}
        disabledReason={whyNot('snoozeAlert') || noSnooze}
        snooze={(minutes) => snooze.mutate({ alertId: alert.id, minutes })}
      />
      <Button disabledReason={whyNot('resolveAlert')} onClick={() => resolve.mutate({ alertId: alert.id })}>
        Resolve
      </Button>
      {isUnacknowledged(alert) && (
        <Button
          disabledReason={whyNot('acknowledgeAlert')}
          onClick={() => acknowledge.mutate({ alertId: alert.id })}
        >
          Acknowledge
        </Button>
      )}
      {membership}
      {alert.incidentId === null &&
        (declaring.allowed ? (
          <Link look="primary" href={links.declare(alert.id)}>
            Declare incident
          </Link>
        ) : (
          <Button variant="primary" disabledReason={declaring.reason}>
            Declare incident
          </Button>
        ))}
    </div>
  );
}
