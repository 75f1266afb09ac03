/** Status of the incident on its path, with durations, and the next possible steps. */
import { Suspense, useState } from 'react';
import type { Incident, IncidentStatus } from '#domain/incident/schema.ts';
import { statusesOnOffer } from '#domain/incident/transitions.ts';
import { useCommand, usePendingCommand } from '#src/data/client/commands.ts';
import { useMayRun } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { cx } from '#src/ui/cx.ts';
import { useKey } from '#src/ui/keys.tsx';
import { StatusMark } from '#src/components/status-mark.tsx';
import { Duration, Time } from '#src/ui/time.tsx';
import { roomParts } from './parts.ts';
import styles from './status-path.module.css';
import { useShowError } from './use-show-error.ts';
import { WaitingMark } from './waiting-mark.tsx';

const path: readonly IncidentStatus[] = ['triage', 'investigating', 'fixing', 'monitoring', 'resolved'];
/** Statuses that end something for everyone, so they need a confirmation. */
const weighty: readonly IncidentStatus[] = ['resolved', 'closed', 'declined'];

export function StatusPath({ incident }: { readonly incident: Incident }) {
  const [asked, setAsked] = useState<IncidentStatus | null>(null);
  const showError = useShowError();
  const transition = useCommand('transitionIncident', { onError: showError('The status was not changed') });
  const may = useMayRun()('transitionIncident', incident);
  const pending = usePendingCommand('transitionIncident', { incidentId: incident.id });
  const offers = new Map(statusesOnOffer(incident).map(({ to, needsNote }) => [to, needsNote]));
  const steps = [...path, ...(['closed', 'declined'] as const).filter((status) => offers.has(status))];
  if (!steps.includes(incident.status)) steps.push(incident.status);

  const choose = (to: IncidentStatus) => {
    if (weighty.includes(to)) setAsked(to);
    else transition.mutate({ incidentId: incident.id, to, note: '' });
  };
  const reason = may.allowed ? pending !== undefined && 'A change of the status is on its way.' : may.reason;
  useKey('r', 'Resolve the incident', () => setAsked('resolved'), {
    group: 'Room',
    enabled: offers.has('resolved') && reason === false,
  });

  return (
    <>
      <ol className={styles.path}>
        {steps.map((status) => {
          const here = incident.status === status;
          const enteredAt = incident.times[`${status}At`];
          const target = pending?.input.to === status;
          return (
            <li
              key={status}
              className={cx(styles.step, here && styles.here, enteredAt !== null && styles.been)}
              aria-current={here ? 'step' : undefined}
            >
              {offers.has(status) && !target ? (
                <Button
                  variant="quiet"
                  className={styles.go}
                  disabledReason={reason}
                  onClick={() => choose(status)}
                >
                  <StatusMark of="incident" state={status} word={verbs[status]} />
                </Button>
              ) : (
                <span className={styles.word}>
                  <StatusMark of="incident" state={status} />
                </span>
              )}
              <span className={styles.when}>
                {target && pending ? <WaitingMark state={pending.state} /> : null}
                {here && !target ? <Since status={status} at={enteredAt ?? incident.createdAt} /> : null}
                {!here && !target && enteredAt !== null ? <Time at={enteredAt} form="clock" /> : null}
              </span>
            </li>
          );
        })}
      </ol>
      {asked ? (
        <Suspense>
          <roomParts.status.Component
            incident={incident}
            to={asked}
            needsNote={offers.get(asked) ?? false}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Time in the status: fixed once it is over, else counting. */
function Since({ status, at }: { readonly status: IncidentStatus; readonly at: number }) {
  return path.includes(status) && status !== 'resolved' ? (
    <Duration from={at} />
  ) : (
    <Time at={at} form="clock" />
  );
}

const verbs: Partial<Record<IncidentStatus, string>> = {
  investigating: 'Investigate',
  fixing: 'Fix',
  monitoring: 'Monitor',
  resolved: 'Resolve',
  closed: 'Close',
  declined: 'Decline',
};
