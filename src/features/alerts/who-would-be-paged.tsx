/** Rehearsal of this alert at a chosen time. */
import { useState } from 'react';
import type { Alert } from '#domain/alert/schema.ts';
import { rehearseAlert } from '#domain/policy/alert-rehearsal.ts';
import { links } from '#src/data/links.ts';
import { useAlertSetup } from '#src/data/queries/alert-setup.ts';
import { useIncidentById } from '#src/data/queries/incidents.ts';
import { useRotaNow } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { useReasonNames } from '#src/data/queries/why.ts';
import { instantOfField, RehearsalTime } from '#src/components/rehearsal-time.tsx';
import { RehearsedSteps } from '#src/components/rehearsed-steps.tsx';
import { WhyReasons } from '#src/components/why-reasons.tsx';
import { ErrorState } from '#src/ui/empty-state.tsx';
import { Link } from '#src/ui/link.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './alerts.module.css';

export function WhoWouldBePaged({ alert }: { readonly alert: Alert }) {
  const now = useRotaNow();
  const [chosen, setChosen] = useState('');
  return (
    <div className={styles.rehearsal}>
      <RehearsalTime value={chosen} onChange={setChosen} now={now} />
      <Answer alert={alert} at={instantOfField(chosen) ?? now} />
    </div>
  );
}

function Answer({ alert, at }: { readonly alert: Alert; readonly at: number }) {
  const setup = useAlertSetup(at);
  const incident = useIncidentById(alert.incidentId).data?.value;
  const people = usePeople();
  const names = useReasonNames();
  if (setup === 'failed')
    return <ErrorState title="It can’t be told" meaning="Services, policies or maintenance can’t be read." />;
  if (setup === null) return <Skeleton label="Loading who would be paged" shape="text" count={3} />;
  const rehearsed = rehearseAlert(alert, { ...setup, incident: incident?.severity ?? null }, at);
  if (rehearsed.kind === 'nobody')
    return <WhyReasons reasons={[rehearsed.reason]} names={names} openedAt={at} />;
  const { policy, startsAt, page } = rehearsed;
  return (
    <>
      <p className={styles.rehearsedBy}>
        By the policy{' '}
        <Link look="text" href={links.policy(policy.id)}>
          {policy.name}
        </Link>
        {startsAt > at && (
          <>
            . Low urgency waits for the support hours, <Time at={startsAt} form="moment" />
          </>
        )}
      </p>
      <RehearsedSteps steps={page.steps} beginning={startsAt} nameOf={people.name} />
    </>
  );
}
