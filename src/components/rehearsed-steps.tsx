/** Recipients of a rehearsed page in order, with the time after the beginning. */
import { minutesAfter, type RehearsedStep } from '#domain/policy/rehearsal.ts';
import styles from './rehearsed-steps.module.css';

const phaseNames = { fallback: 'Fallback people', owners: 'Owners' } as const;

export interface RehearsedStepsProps {
  readonly steps: readonly RehearsedStep[];
  readonly beginning: number;
  readonly nameOf: (userId: string) => string;
}

export const RehearsedSteps = ({ steps, beginning, nameOf }: RehearsedStepsProps) => (
  <ol className={styles.rehearsed} aria-label="Who would be paged, in order">
    {steps.map((step, index) => (
      <Step key={index} step={step} beginning={beginning} nameOf={nameOf} />
    ))}
  </ol>
);

interface StepProps extends Omit<RehearsedStepsProps, 'steps'> {
  readonly step: RehearsedStep;
}

function Step({ step: rehearsed, beginning, nameOf }: StepProps) {
  const { at, phase, policyIndex, policy, step, loop, userIds, unmet } = rehearsed;
  const minutes = minutesAfter(beginning, at);
  const ofPolicy = policyIndex > 0 ? ` of ${policy}` : '';
  const name =
    phase === 'policy' ? `Step ${step}${ofPolicy}${loop > 0 ? `, repeat ${loop}` : ''}` : phaseNames[phase];
  return (
    <li>
      <span className={styles.offset}>{minutes === 0 ? 'at once' : `${minutes} min`}</span>
      <span>
        {name}:{' '}
        {userIds.length === 0 ? (
          <span className={unmet === null ? styles.nobody : styles.skipped}>
            {unmet === null ? 'nobody' : `skipped, ${unmet}`}, and the next one begins at once
          </span>
        ) : (
          userIds.map(nameOf).join(', ')
        )}
      </span>
    </li>
  );
}
