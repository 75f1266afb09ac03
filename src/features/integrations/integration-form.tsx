/** Name and service of an integration: renames its key, and moves it to another service. */
import * as v from 'valibot';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import type { Integration } from '#domain/integration/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { SingleCombobox } from '#src/ui/single-combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './integrations.module.css';

const formSchema = v.object({
  name: textSchema(limits.name),
  serviceId: v.pipe(v.string(), v.minLength(1, 'Choose the service that its alerts are about.')),
});
type IntegrationValues = v.InferInput<typeof formSchema>;

export interface IntegrationFormProps {
  readonly integration: Integration;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

export function IntegrationForm({ integration, onSaved, onCancel }: IntegrationFormProps) {
  const { id, name, serviceId } = integration;
  const services = useServices().data?.items ?? [];
  const { control, values, element, foot } = useEntityForm<IntegrationValues, 'saveIntegration'>({
    command: 'saveIntegration',
    draft: `integration.${id}`,
    entity: integration,
    schema: formSchema,
    values: { name, serviceId },
    inputOf: (checked, { id: integrationId, ...revision }) => ({ integrationId, ...checked, ...revision }),
    noun: 'integration',
    conflicts: 'values',
    toasts: useToasts(),
    onSaved,
  });
  const isGone = !services.some(({ value }) => value.id === values.serviceId);
  return (
    <form className={styles.form} {...element}>
      <FormField control={control} name="name" label="Name" hint="To tell it from the others.">
        {(field) => <TextInput {...field} />}
      </FormField>
      <FormField
        control={control}
        name="serviceId"
        label="Service"
        hint="What its alerts are about from now on. Open alerts stay with their service."
      >
        {({ value: chosen, onChange }) => (
          <SingleCombobox
            options={services.map(({ value }) => ({ id: `${value.id}`, label: value.name }))}
            value={isGone ? '' : chosen}
            onChange={onChange}
            placeholder="Choose a service"
          />
        )}
      </FormField>
      <FormFoot {...foot} submitLabel="Save the integration" onCancel={onCancel} />
    </form>
  );
}
