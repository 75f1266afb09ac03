/** Form of a policy, new or in place, with its rehearsal beside it. Typed values survive a reload and a failed save. */
import { Suspense } from 'react';
import { useFieldArray } from 'react-hook-form';
import { limits } from '#domain/constants.ts';
import type { Policy } from '#domain/policy/schema.ts';
import { targetKey } from '#domain/policy/transitions.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useFrozenPolicy, useSchedules } from '#src/data/queries/on-call.ts';
import { Button } from '#src/ui/button.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { Panel } from '#src/ui/panel.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './policies.module.css';
import {
  policyInput,
  policyFormSchema,
  newStep,
  type PolicyValues,
  policyValuesOf,
  samplePolicy,
} from './policy-values.ts';
import { PolicyRehearsal } from './policy-rehearsal.tsx';
import { StepFields } from './step-fields.tsx';
import { ThenPolicySelect } from './then-policy-select.tsx';

const pastPage = lazyPart(() => import('./past-page.tsx'), 'PastPage');

export interface PolicyFormProps {
  /** Null: a new one. */
  readonly policy: Policy | null;
  /** A new one begins with a sample filled in; nothing is saved by it. Default false. */
  readonly sample?: boolean;
  readonly onSaved: (policyId: string) => void;
  readonly onCancel: () => void;
}

const repeats = Array.from({ length: limits.repeat.max + 1 }, (_, times) => ({
  value: times,
  label: times === 0 ? 'Not at all' : times === 1 ? 'Once' : `${times} times`,
}));

export function PolicyForm({ policy, sample = false, onSaved, onCancel }: PolicyFormProps) {
  const first = useSchedules().data?.items[0]?.value;
  const key = first ? targetKey({ kind: 'schedule', scheduleId: first.id }) : 'team';
  const { id, control, values, errors, element, foot } = useEntityForm<PolicyValues, 'savePolicy'>({
    command: 'savePolicy',
    draft: `policy.${policy?.id ?? 'new'}`,
    entity: policy,
    schema: policyFormSchema,
    values: sample ? samplePolicy(key) : policyValuesOf(policy, [key]),
    inputOf: (checked, { id: policyId, ...revision }) => ({ ...policyInput(checked), policyId, ...revision }),
    noun: 'policy',
    toasts: useToasts(),
    onSaved,
  });
  const steps = useFieldArray({ control, name: 'steps' });
  const input = { ...policyInput(values), id };
  const asWritten = useFrozenPolicy()(input);

  return (
    <div className={styles.columns}>
      <form className={styles.form} {...element}>
        <FormField control={control} name="name" label="Name">
          {(field) => <TextInput {...field} placeholder="Payments, around the clock" />}
        </FormField>
        <ol className={styles.stepForms}>
          {steps.fields.map((step, index) => (
            <StepFields
              key={step.id}
              control={control}
              index={index}
              count={steps.fields.length}
              errors={errors.steps?.[index]}
              onMove={(to) => steps.move(index, to)}
              onRemove={() => steps.remove(index)}
            />
          ))}
        </ol>
        <div>
          <Button
            disabledReason={
              steps.fields.length >= limits.steps && `A policy has at most ${limits.steps} steps.`
            }
            onClick={() => steps.append(newStep())}
          >
            Add a step
          </Button>
        </div>
        <FormField control={control} name="repeat" label="Repeat the steps" hint="While nobody answers.">
          {({ value, onChange }) => <Select options={repeats} value={value} onChange={onChange} />}
        </FormField>
        <FormField
          control={control}
          name="thenPolicyId"
          label="If nobody acknowledges"
          hint={
            values.thenPolicyId === null
              ? 'Stop: the team’s fallback people are paged then, and at last its owners.'
              : 'The page goes on with the first step of that policy.'
          }
        >
          {({ onChange }) => <ThenPolicySelect policy={input} onChange={onChange} />}
        </FormField>
        <FormFoot {...foot} submitLabel={policy ? 'Save policy' : 'Add policy'} onCancel={onCancel} />
      </form>
      <div className={styles.side}>
        <Panel title="Rehearsal" frame="box">
          <PolicyRehearsal policy={asWritten} />
        </Panel>
        {policy ? (
          <Panel title="A past page" frame="box">
            <Suspense fallback={<Skeleton label="Loading the past pages" shape="text" count={2} />}>
              <pastPage.Component policyId={policy.id} policy={asWritten} />
            </Suspense>
          </Panel>
        ) : null}
      </div>
    </div>
  );
}
