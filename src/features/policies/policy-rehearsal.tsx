/** Who would be paged by a policy at a time of one’s choice, and when in the coming four weeks its steps find nobody. */
import { useMemo, useState } from 'react';
import { day } from '#domain/constants.ts';
import { recipientResolver } from '#domain/page/recipient-resolver.ts';
import { emptyTimes, minutesAfter, type RehearsedStep, rehearse } from '#domain/policy/rehearsal.ts';
import type { FrozenPolicy } from '#domain/policy/schema.ts';
import { useServerNow } from '#src/data/client/clock.tsx';
import { useRoster } from '#src/data/queries/on-call.ts';
import { usePeople } from '#src/data/queries/team.tsx';
import { Button } from '#src/ui/button.tsx';
import { Select } from '#src/ui/select.tsx';
import { Banner } from '#src/ui/banner.tsx';
import { Field } from '#src/ui/field.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { Time } from '#src/ui/time.tsx';
import styles from './policies.module.css';
import { aboutPages, type RehearsedPriority, priorityOptions } from './rehearsed-page.ts';

const weeksMs = 28 * day;
const mostShown = 5;

const phaseNames = { fallback: 'Fallback people', owners: 'Owners' } as const;

/** The coming 03:00 of the reader’s own clock, as the field has it. */
function nextNight(now: number): string {
  const night = new Date(now);
  if (night.getHours() >= 3) night.setDate(night.getDate() + 1);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${night.getFullYear()}-${part(night.getMonth() + 1)}-${part(night.getDate())}T03:00`;
}

/** An instant of the reader’s own clock; null for what is none. */
function instantOf(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}

export function PolicyRehearsal({ policy }: { readonly policy: FrozenPolicy }) {
  const roster = useRoster();
  const now = useServerNow(60_000);
  const [chosen, setChosen] = useState('');
  const at = instantOf(chosen) ?? now;
  const [priority, setPriority] = useState<RehearsedPriority>('error');
  const about = aboutPages[priority];
  const written = JSON.stringify(policy);
  const rehearsed = useMemo(() => {
    // A step that is being written may have nobody yet, and no delay.
    const { steps, ...rest } = JSON.parse(written) as FrozenPolicy;
    const readable = {
      ...rest,
      steps: steps.map((step) => ({ ...step, delayMinutes: step.delayMinutes ?? 1 })),
    };
    if (roster === null || steps.length === 0) return null;
    return {
      steps: rehearse(readable, recipientResolver(roster), at, about).steps,
      empty: emptyTimes(readable, roster, now, now + weeksMs, about),
    };
  }, [written, roster, at, now, about]);
  return (
    <div className={styles.rehearsal}>
      <Field label="If this happens" compact>
        <Select options={priorityOptions} value={priority} onChange={setPriority} />
      </Field>
      <Field label="At" hint="Empty: now. Nobody is paged by a rehearsal." compact>
        <TextInput type="datetime-local" value={chosen} onChange={(event) => setChosen(event.target.value)} />
      </Field>
      <div>
        <Button size="small" onClick={() => setChosen(nextNight(now))}>
          At the next 03:00
        </Button>
      </div>
      {rehearsed === null ? (
        <Skeleton label="Loading the rehearsal" shape="text" count={3} />
      ) : (
        <>
          <ol className={styles.rehearsed} aria-label="Who would be paged, in order">
            {rehearsed.steps.map((step, index) => (
              <Step key={index} step={step} beginning={at} />
            ))}
          </ol>
          <EmptyTimes times={rehearsed.empty} />
        </>
      )}
    </div>
  );
}

interface StepProps {
  readonly step: RehearsedStep;
  readonly beginning: number;
}

function Step({ step: { at, phase, step, loop, userIds, unmet }, beginning }: StepProps) {
  const people = usePeople();
  const minutes = minutesAfter(beginning, at);
  const name = phase === 'policy' ? `Step ${step}${loop > 0 ? `, repeat ${loop}` : ''}` : phaseNames[phase];
  return (
    <li>
      <span className={styles.offset}>{minutes === 0 ? 'at once' : `${minutes} min`}</span>
      <span>
        {name}:{' '}
        {userIds.length === 0 ? (
          <span className={unmet === null ? styles.nobody : styles.muted}>
            {unmet === null ? 'nobody' : `skipped, ${unmet}`}, and the next one begins at once
          </span>
        ) : (
          userIds.map(people.name).join(', ')
        )}
      </span>
    </li>
  );
}

function EmptyTimes({ times }: { readonly times: ReturnType<typeof emptyTimes> }) {
  if (times.length === 0)
    return <p className={styles.muted}>In the coming four weeks every step always finds somebody.</p>;
  return (
    <Banner kind="caution">
      In the coming four weeks nobody is found:
      <ul className={styles.gaps}>
        {times.slice(0, mostShown).map(({ step, startsAt, endsAt }) => (
          <li key={`${step} ${startsAt}`}>
            {step === null ? 'by any step' : `by step ${step}`}, <Time at={startsAt} form="moment" /> to{' '}
            <Time at={endsAt} form="moment" />
          </li>
        ))}
        {times.length > mostShown ? <li>and {times.length - mostShown} times more</li> : null}
      </ul>
    </Banner>
  );
}
