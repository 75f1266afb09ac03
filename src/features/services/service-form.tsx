/** Form of a service, new or in place. What is typed survives a reload, and a refusal. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useEffect, useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { dependencyCycle } from '#domain/service/transitions.ts';
import type { Service } from '#domain/service/schema.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { useCommand } from '#src/data/client/commands.ts';
import { useDraft } from '#src/data/client/drafts.ts';
import { explain } from '#src/data/client/errors.ts';
import { usePort } from '#src/data/client/ports.tsx';
import { useServices } from '#src/data/queries/alerts.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { WeeklyHoursField } from '#src/components/weekly-hours-field.tsx';
import { officeHours } from '#src/components/weekly-windows.tsx';
import { Button } from '#src/ui/button.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { Field } from '#src/ui/field.tsx';
import { ProblemText } from '#src/ui/problem.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import {
  serviceFormSchema,
  serviceInputOf,
  readServiceDraft,
  type ServiceValues,
  serviceValuesOf,
} from './service-values.ts';
import styles from './services.module.css';

export interface ServiceFormProps {
  /** Null: a new one. */
  readonly service: Service | null;
  /** The policy that a new one begins with. Default: none. */
  readonly policyId?: string | null;
  readonly onSaved: (serviceId: string) => void;
  readonly onCancel: () => void;
}

export function ServiceForm({ service, policyId = null, onSaved, onCancel }: ServiceFormProps) {
  const docs = usePort(docsToken);
  const [serviceId] = useState(() => service?.id ?? docs.newId());
  const [draft, setDraft] = useDraft(`service.${service?.id ?? 'new'}`);
  const [start] = useState(() => ({ ...serviceValuesOf(service), ...(policyId !== null && { policyId }) }));
  const [revision] = useState(service?.revision);
  const form = useForm<ServiceValues>({
    resolver: valibotResolver(serviceFormSchema),
    defaultValues: readServiceDraft(draft) ?? start,
  });
  const { control, formState, handleSubmit } = form;
  const { errors } = formState;
  const written = JSON.stringify(useWatch({ control }));
  const changed = written !== JSON.stringify(start);
  useEffect(() => setDraft(changed ? written : ''), [changed, written, setDraft]);

  const save = useCommand('saveService', {
    onSuccess: () => {
      setDraft('');
      onSaved(serviceId);
    },
  });
  const submit = (values: ServiceValues) =>
    save.mutate({
      ...serviceInputOf(values),
      serviceId,
      ...(revision !== undefined && { expectedRevision: revision }),
    });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <Controller
        control={control}
        name="name"
        render={({ field }) => (
          <Field label="Name" error={errors.name?.message}>
            <TextInput {...field} placeholder="Payments" />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="description"
        render={({ field }) => (
          <Field label="What it does" optional error={errors.description?.message}>
            <TextArea {...field} rows={2} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="policyId"
        render={({ field }) => (
          <PolicyField
            label="Who is paged"
            hint="The escalation policy that pages for its alerts."
            none={{ value: '', label: 'Nobody', hint: 'Alerts are recorded and page nobody.' }}
            value={field.value}
            onChange={field.onChange}
            error={errors.policyId?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="lowPolicyId"
        render={({ field }) => (
          <PolicyField
            label="At low urgency"
            hint="For warnings and less. They wait for the support hours; what is resolved before then pages nobody."
            none={{ value: '', label: 'The same', hint: 'As at high urgency.' }}
            value={field.value}
            onChange={field.onChange}
            error={errors.lowPolicyId?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="ownerId"
        render={({ field }) => (
          <OwnerField value={field.value} onChange={field.onChange} error={errors.ownerId?.message} />
        )}
      />
      <Controller
        control={control}
        name="dependsOn"
        render={({ field }) => (
          <DependenciesField
            serviceId={serviceId}
            value={field.value}
            onChange={field.onChange}
            error={errors.dependsOn?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="supportHours"
        render={({ field }) => (
          <SupportField
            value={field.value}
            onChange={field.onChange}
            errors={{
              windows: errors.supportHours?.windows?.message,
              timezone: errors.supportHours?.timezone?.message,
            }}
          />
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
          {service ? 'Save service' : 'Add service'}
        </Button>
        {save.isPaused ? (
          <output className={styles.muted}>Queued: saved when the connection is back.</output>
        ) : null}
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

interface PolicyFieldProps extends ChoiceProps {
  readonly label: string;
  readonly hint: string;
  readonly none: { readonly value: string; readonly label: string; readonly hint: string };
}

function PolicyField({ label, hint, none, value, onChange, error }: PolicyFieldProps) {
  const policies = usePolicies().data?.items ?? [];
  const options = [none, ...policies.map(({ value: one }) => ({ value: one.id as string, label: one.name }))];
  const known = options.some((option) => option.value === value);
  return (
    <Field
      label={label}
      hint={hint}
      error={error ?? (known ? undefined : 'The policy it had is gone. Choose another one.')}
    >
      <Select options={options} value={value} onChange={onChange} />
    </Field>
  );
}

function OwnerField({ value, onChange, error }: ChoiceProps) {
  const people = usePeople();
  return (
    <Field label="Looked after by" optional hint="Whom to ask about it." error={error}>
      <Combobox
        options={people.all.map(({ id, displayName, role }) => ({
          id,
          label: displayName,
          hint: role,
          lead: <Avatar person={{ id, name: displayName }} size="small" decorative />,
        }))}
        value={value === '' ? [] : [value]}
        onChange={(ids) => onChange(ids.at(-1) ?? '')}
        placeholder="Nobody"
      />
    </Field>
  );
}

interface DependenciesProps {
  readonly serviceId: string;
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
  readonly error: string | undefined;
}

/** Only services that do not lead back to this one. */
function DependenciesField({ serviceId, value, onChange, error }: DependenciesProps) {
  const services = useServices().data?.items.map((item) => item.value) ?? [];
  const options = services.filter(
    ({ id }) =>
      id !== serviceId &&
      (value.includes(id) ||
        dependencyCycle(
          [...services.filter((one) => one.id !== serviceId), { id: serviceId, dependsOn: [id] }],
          serviceId,
        ) === null),
  );
  return (
    <Field
      label="Depends on"
      optional
      hint="What it can’t do without. Services that depend on it themselves are not on offer."
      error={error}
    >
      <Combobox
        options={options.map(({ id, name }) => ({ id, label: name }))}
        value={value}
        onChange={(ids) => onChange([...ids])}
        placeholder="Nothing"
      />
    </Field>
  );
}

type SupportHours = NonNullable<ServiceValues['supportHours']>;

interface SupportProps {
  readonly value: SupportHours | null;
  readonly onChange: (hours: SupportHours | null) => void;
  readonly errors: Readonly<Record<keyof SupportHours, string | undefined>>;
}

function SupportField({ value, onChange, errors }: SupportProps) {
  const { team } = useTeam();
  return (
    <>
      <SegmentedControl
        label="Support hours"
        options={[
          { value: 'always', label: 'Around the clock' },
          { value: 'hours', label: 'At certain hours' },
        ]}
        value={value === null ? 'always' : 'hours'}
        onChange={(chosen) =>
          onChange(chosen === 'always' ? null : { timezone: team.timezone, windows: [officeHours] })
        }
      />
      {value === null ? null : <WeeklyHoursField value={value} onChange={onChange} errors={errors} />}
    </>
  );
}
