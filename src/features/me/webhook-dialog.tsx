/** Form of a webhook: which service, and where its messages go. Secrets are never shown again. */
import { Controller, useController } from 'react-hook-form';
import type { PersonalWebhook } from '#domain/personal-webhook/schema.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { SegmentedControl } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { TextArea, TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './me.module.css';
import {
  defaultLabels,
  personalWebhookFormSchema,
  personalWebhookInputOf,
  type PersonalWebhookValues,
  personalWebhookValuesOf,
} from './webhook-values.ts';

export interface WebhookDialogProps {
  /** Null: a new one. */
  readonly webhook: PersonalWebhook | null;
  readonly onClose: () => void;
}

const services = [
  { value: 'ntfy', label: 'ntfy', hint: 'Needs only a topic' },
  { value: 'gotify', label: 'Gotify' },
  { value: 'pushover', label: 'Pushover' },
  { value: 'other', label: 'Any other', hint: 'A gateway for text messages, or any address' },
] as const;
const formats = [
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form' },
] as const;

export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const toasts = useToasts();
  const form = useEntityForm<PersonalWebhookValues, 'savePersonalWebhook'>({
    command: 'savePersonalWebhook',
    draft: `personal-webhook.${webhook?.id ?? 'new'}`,
    entity: webhook,
    schema: personalWebhookFormSchema,
    values: personalWebhookValuesOf(webhook),
    inputOf: (values, { id: webhookId, ...revision }) => ({
      ...personalWebhookInputOf(values),
      base: location.origin,
      webhookId,
      ...revision,
    }),
    unkept: ['server', 'topic', 'token', 'user', 'address', 'template', 'headers'],
    noun: 'webhook',
    // A webhook has a newer revision with each message.
    conflicts: 'values',
    toasts,
    onQueued: () => {
      onClose();
      toasts.done('The webhook is queued', 'It is saved when the connection is back.');
    },
    onSaved: () => {
      onClose();
      if (webhook === null) toasts.done('Webhook saved. Send a test to prove it.');
    },
  });
  const { control, values } = form;
  const { keep, service } = values;
  const { field: label } = useController({ control, name: 'label' });
  return (
    <FormDialog
      title={webhook ? `Change ${webhook.label}` : 'Add a webhook'}
      form={form}
      submitLabel="Save"
      onClose={onClose}
    >
      <div className={styles.fields}>
        <FormField control={control} name="label" label="Name" compact>
          {(field) => <TextInput {...field} />}
        </FormField>
        {webhook && (
          <Controller
            control={control}
            name="keep"
            render={({ field: { value, onChange } }) => (
              <Checkbox
                label={`Send to another place than ${webhook.host}`}
                checked={!value}
                onChange={(on) => onChange(!on)}
              />
            )}
          />
        )}
        {keep ? null : (
          <>
            <FormField control={control} name="service" label="Service" compact>
              {({ value, onChange }) => (
                <Select
                  options={services}
                  value={value}
                  onChange={(next) => {
                    if (label.value === defaultLabels[value]) label.onChange(defaultLabels[next]);
                    onChange(next);
                  }}
                />
              )}
            </FormField>
            {service === 'ntfy' && (
              <FormField
                control={control}
                name="topic"
                label="Topic"
                hint="The one that the ntfy app is subscribed to. Anyone who knows an open topic can read it."
                compact
              >
                {(field) => <TextInput {...field} autoComplete="off" />}
              </FormField>
            )}
            {(service === 'ntfy' || service === 'gotify') && (
              <FormField
                control={control}
                name="server"
                label="Server"
                hint={service === 'ntfy' ? 'Leave it empty for https://ntfy.sh.' : undefined}
                compact
              >
                {(field) => (
                  <TextInput
                    {...field}
                    type="url"
                    autoComplete="off"
                    placeholder={service === 'ntfy' ? 'https://ntfy.sh' : 'https://'}
                  />
                )}
              </FormField>
            )}
            {service !== 'other' && (
              <FormField
                control={control}
                name="token"
                label={service === 'ntfy' ? 'Access token, if the topic needs one' : 'Application token'}
                compact
              >
                {(field) => <TextInput {...field} type="password" autoComplete="off" />}
              </FormField>
            )}
            {service === 'pushover' && (
              <FormField control={control} name="user" label="User key" compact>
                {(field) => <TextInput {...field} type="password" autoComplete="off" />}
              </FormField>
            )}
            {service === 'other' && (
              <>
                <FormField control={control} name="address" label="Address" compact>
                  {(field) => <TextInput {...field} type="url" autoComplete="off" placeholder="https://" />}
                </FormField>
                <Controller
                  control={control}
                  name="format"
                  render={({ field: { value, onChange } }) => (
                    <SegmentedControl label="Sent as" options={formats} {...{ value, onChange }} />
                  )}
                />
                <FormField
                  control={control}
                  name="template"
                  label="Template"
                  hint="JSON. {{title}}, {{body}}, {{link}} and {{urgency}} stand for those of the page."
                  compact
                >
                  {(field) => <TextArea {...field} rows={3} spellCheck={false} />}
                </FormField>
                <FormField
                  control={control}
                  name="headers"
                  label="Headers"
                  hint="One a line, such as “Authorization: Bearer …”."
                  compact
                >
                  {(field) => <TextArea {...field} rows={2} spellCheck={false} autoComplete="off" />}
                </FormField>
              </>
            )}
            <p className={styles.muted}>
              The server keeps the address and keys, and shows them to nobody again.
            </p>
          </>
        )}
      </div>
    </FormDialog>
  );
}
