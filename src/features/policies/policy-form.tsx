/** Form of a policy, new or in place, with its rehearsal beside it. What is typed survives a reload, and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { Suspense, useEffect, useState } from 'react';
import { Controller, useFieldArray, useForm, useWatch } from 'react-hook-form';
import { limits } from '#domain/constants.ts';
import type { Policy } from '#domain/policy/schema.ts';
import { targetKey } from '#domain/policy/transitions.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useSchedules } from '#src/data/queries/on-call.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { lazyPart } from '#src/ui/lazy-part.ts';
import { Panel } from '#src/ui/panel.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { Select } from '#src/ui/select.tsx';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import type { PastPageProps } from './past-page.tsx';
import styles from './policies.module.css';
import {
  policyInput,
  policyFormSchema,
  newStep,
  type PolicyValues,
  readPolicyDraft,
  policyValuesOf,
  samplePolicy,
} from './policy-values.ts';
import { PolicyRehearsal } from './policy-rehearsal.tsx';
import { StepFields } from './step-fields.tsx';

const pastPage = lazyPart<'PastPage', PastPageProps>(() => import('./past-page.tsx'), 'PastPage');

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
  const docs = usePort(docsToken);
  const schedules = useSchedules().data?.items;
  const [policyId] = useState(() => policy?.id ?? docs.newId());
  const [draft, setDraft] = useDraft(`policy.${policy?.id ?? 'new'}`);
  const [start] = useState(() => {
    const first = schedules?.[0]?.value;
    const key = first ? targetKey({ kind: 'schedule', scheduleId: first.id }) : 'team';
    return sample ? samplePolicy(key) : policyValuesOf(policy, [key]);
  });
  const [revision] = useState(policy?.revision);
  const form = useForm<PolicyValues>({
    resolver: valibotResolver(policyFormSchema),
    defaultValues: readPolicyDraft(draft) ?? start,
  });
  const { control, formState, handleSubmit } = form;
  const { errors } = formState;
  const steps = useFieldArray({ control, name: 'steps' });
  const values = useWatch({ control }) as PolicyValues;
  const written = JSON.stringify(values);
  const changed = written !== JSON.stringify(start);
  useEffect(() => setDraft(changed ? written : ''), [changed, written, setDraft]);

  const save = useCommand('savePolicy', {
    onSuccess: () => {
      setDraft('');
      onSaved(policyId);
    },
  });
  const submit = (checked: PolicyValues) =>
    save.mutate({
      ...policyInput(checked),
      policyId,
      ...(revision !== undefined && { expectedRevision: revision }),
    });

  return (
    <div className={styles.columns}>
      <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <Controller
          control={control}
          name="name"
          render={({ field }) => (
            <Field label="Name" error={errors.name?.message}>
              <TextInput {...field} placeholder="Payments, around the clock" />
            </Field>
          )}
        />
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
        <Controller
          control={control}
          name="repeat"
          render={({ field }) => (
            <Field
              label="Repeat the steps"
              hint="While nobody answers. Then the team’s fallback people are paged, and at last its owners."
              error={errors.repeat?.message}
            >
              <Select options={repeats} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        <ProblemText text={save.error ? explain(save.error) : null} />
        <div className={styles.foot}>
          <Button
            onClick={() => {
              setDraft('');
              onCancel();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={save.isPending && !save.isPaused && 'Saving…'}>
            {policy ? 'Save policy' : 'Add policy'}
          </Button>
          {save.isPaused ? (
            <output className={styles.muted}>Queued: saved when the connection is back.</output>
          ) : null}
        </div>
      </form>
      <div className={styles.side}>
        <Panel title="Rehearsal" frame="box">
          <PolicyRehearsal policy={policyInput(values)} />
        </Panel>
        {policy ? (
          <Panel title="A past page" frame="box">
            <Suspense fallback={<Skeleton label="Loading the past pages" shape="text" count={2} />}>
              <pastPage.Component policyId={policy.id} policy={policyInput(values)} />
            </Suspense>
          </Panel>
        ) : null}
      </div>
    </div>
  );
}
