/** Form of a service, new or in place. Typed values survive a reload and a failed save. */
import { type Control, Controller, useWatch } from 'react-hook-form';
import { dependencyCycle } from '#domain/service/transitions.ts';
import type { Service } from '#domain/service/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { usePolicies } from '#src/data/queries/on-call.ts';
import { usePeople, useTeam } from '#src/data/queries/team.tsx';
import { Avatar } from '#src/components/avatar.tsx';
import { WeeklyHoursField } from '#src/components/weekly-hours-field.tsx';
import { officeHours } from '#src/components/weekly-windows.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { SingleCombobox } from '#src/ui/single-combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { JoiningField } from './joining-field.tsx';
import { serviceFormSchema, serviceInputOf, type ServiceValues, serviceValuesOf } from './service-values.ts';
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
  const { id, control, errors, element, foot } = useEntityForm<ServiceValues, 'saveService'>({
    command: 'saveService',
    draft: `service.${service?.id ?? 'new'}`,
    entity: service,
    schema: serviceFormSchema,
    values: { ...serviceValuesOf(service), ...(policyId !== null && { policyId }) },
    inputOf: (values, { id: serviceId, ...revision }) => ({
      ...serviceInputOf(values),
      serviceId,
      ...revision,
    }),
    noun: 'service',
    toasts: useToasts(),
    onSaved,
  });
  return (
    <form className={styles.form} {...element}>
      <FormField control={control} name="name" label="Name">
        {(field) => <TextInput {...field} placeholder="Payments" />}
      </FormField>
      <FormField control={control} name="description" label="What it does" optional>
        {(field) => <TextArea {...field} rows={2} />}
      </FormField>
      <PolicyField
        control={control}
        name="policyId"
        label="Who is paged"
        hint="The escalation policy that pages for its alerts."
        none={{ value: '', label: 'Nobody', hint: 'Alerts are recorded and page nobody.' }}
      />
      <PolicyField
        control={control}
        name="lowPolicyId"
        label="At low urgency"
        hint="For warnings and less. They wait for the support hours; what is resolved before then pages nobody."
        none={{ value: '', label: 'The same', hint: 'As at high urgency.' }}
      />
      <OwnerField control={control} />
      <DependenciesField control={control} serviceId={id} />
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
      <JoiningField
        control={control}
        errors={{
          severities: errors.joining?.severities?.message,
          minutes: errors.joining?.minutes?.message,
        }}
      />
      <FormFoot {...foot} submitLabel={service ? 'Save service' : 'Add service'} onCancel={onCancel} />
    </form>
  );
}

interface FormPart {
  readonly control: Control<ServiceValues>;
}

interface PolicyFieldProps extends FormPart {
  readonly name: 'policyId' | 'lowPolicyId';
  readonly label: string;
  readonly hint: string;
  readonly none: { readonly value: string; readonly label: string; readonly hint: string };
}

function PolicyField({ control, name, label, hint, none }: PolicyFieldProps) {
  const policies = usePolicies().data?.items ?? [];
  const options = [none, ...policies.map(({ value: one }) => ({ value: one.id as string, label: one.name }))];
  const value = useWatch({ control, name });
  const known = options.some((option) => option.value === value);
  const gone = known ? undefined : 'The policy it had is gone. Choose another one.';
  return (
    <FormField control={control} name={name} label={label} hint={hint} error={gone}>
      {(field) => <Select options={options} value={field.value} onChange={field.onChange} />}
    </FormField>
  );
}

function OwnerField({ control }: FormPart) {
  const people = usePeople();
  return (
    <FormField control={control} name="ownerId" label="Looked after by" optional hint="Whom to ask about it.">
      {({ value, onChange }) => (
        <SingleCombobox
          options={people.all.map(({ id, displayName, role }) => ({
            id,
            label: displayName,
            hint: role,
            lead: <Avatar person={{ id, name: displayName }} size="small" decorative />,
          }))}
          value={value}
          onChange={onChange}
          placeholder="Nobody"
        />
      )}
    </FormField>
  );
}

interface DependenciesProps extends FormPart {
  readonly serviceId: string;
}

/** Options without services that lead back to this one. */
function DependenciesField({ control, serviceId }: DependenciesProps) {
  const services = useServices().data?.items.map((item) => item.value) ?? [];
  const others = services.filter(({ id }) => id !== serviceId);
  const isFree = (id: string) =>
    dependencyCycle([...others, { id: serviceId, dependsOn: [id] }], serviceId) === null;
  return (
    <FormField
      control={control}
      name="dependsOn"
      label="Depends on"
      optional
      hint="What it can’t do without. Services that depend on it themselves are not on offer."
    >
      {({ value, onChange }) => (
        <Combobox
          options={others
            .filter(({ id }) => value.includes(id) || isFree(id))
            .map(({ id, name }) => ({ id, label: name }))}
          value={value}
          onChange={(ids) => onChange([...ids])}
          placeholder="Nothing"
        />
      )}
    </FormField>
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
      <div className={styles.choice}>
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
      </div>
      {value === null ? null : <WeeklyHoursField value={value} onChange={onChange} errors={errors} />}
    </>
  );
}
