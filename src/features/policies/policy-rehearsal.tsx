/** Rehearsal of a policy at a chosen time, and times in the coming four weeks at which its steps notify nobody. */
import { useMemo, useState } from 'react';
import { day } from '#domain/constants.ts';
import { policyAt } from '#domain/page/positions.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { emptyTimes, rehearse } from '#domain/policy/rehearsal.ts';
import type { FrozenPolicy } from '#domain/policy/schema.ts';
import { useRoster, useRotaNow } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { instantOfField, RehearsalTime } from '#src/components/rehearsal-time.tsx';
import { RehearsedSteps } from '#src/components/rehearsed-steps.tsx';
import { Select } from '#src/ui/select.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Field } from '#src/ui/field.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './policies.module.css';
import { useRehearsable } from './use-rehearsable.ts';
import { aboutPages, type RehearsedPriority, priorityOptions } from './rehearsed-page.ts';

const weeksMs = 28 * day;
const mostShown = 5;

export function PolicyRehearsal({ policy }: { readonly policy: FrozenPolicy }) {
  const roster = useRoster();
  const people = usePeople();
  const now = useRotaNow();
  const [chosen, setChosen] = useState('');
  const at = instantOfField(chosen) ?? now;
  const [priority, setPriority] = useState<RehearsedPriority>('error');
  const about = aboutPages[priority];
  const readable = useRehearsable(policy);
  const rehearsed = useMemo(() => {
    if (roster === null || readable.steps.length === 0) return null;
    return {
      steps: rehearse(readable, recipientResolver(roster), at, about).steps,
      empty: emptyTimes(readable, roster, now, now + weeksMs, about),
    };
  }, [readable, roster, at, now, about]);
  return (
    <div className={styles.rehearsal}>
      <Field label="If this happens" compact>
        <Select options={priorityOptions} value={priority} onChange={setPriority} />
      </Field>
      <RehearsalTime value={chosen} onChange={setChosen} now={now} />
      {rehearsed === null ? (
        <Skeleton label="Loading the rehearsal" shape="text" count={3} />
      ) : (
        <>
          <RehearsedSteps steps={rehearsed.steps} beginning={at} nameOf={people.name} />
          <EmptyTimes times={rehearsed.empty} policy={readable} />
        </>
      )}
    </div>
  );
}

interface EmptyTimesProps {
  readonly times: ReturnType<typeof emptyTimes>;
  readonly policy: FrozenPolicy;
}

function EmptyTimes({ times, policy }: EmptyTimesProps) {
  if (times.length === 0)
    return <p className={styles.muted}>In the coming four weeks every step always finds somebody.</p>;
  return (
    <Banner kind="caution">
      In the coming four weeks nobody is found:
      <ul className={styles.gaps}>
        {times.slice(0, mostShown).map(({ policyIndex, step, startsAt, endsAt }) => (
          <li key={`${policyIndex} ${step} ${startsAt}`}>
            {step === null ? 'by any step' : `by step ${step}`}
            {policyIndex > 0 ? ` of ${policyAt({ policy }, { policyIndex }).name}` : ''},{' '}
            <Time at={startsAt} form="moment" /> to <Time at={endsAt} form="moment" />
          </li>
        ))}
        {times.length > mostShown ? <li>and {times.length - mostShown} times more</li> : null}
      </ul>
    </Banner>
  );
}
