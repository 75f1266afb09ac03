/** Form of a webhook: which receiver, which events, of which services and severities. */
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { severities } from '#domain/incident/schema.ts';
import { webhookFormats } from '#domain/webhook/fields.ts';
import type { Webhook } from '#domain/webhook/schema.ts';
import { useConnected } from '#src/data/client/connection.ts';
import { useEntityForm } from '#src/data/client/entity-form.ts';
import { useNoRequestsReason } from '#src/data/client/outside-requests.ts';
import { useServices } from '#src/data/queries/alerts.ts';
import { Banner } from '#src/ui/banner.tsx';
import { Combobox } from '#src/ui/combobox.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { FormFoot } from '#src/ui/form-foot.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Checkbox } from '#src/ui/switch.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import { EventChoice } from './event-choice.tsx';
import {
  formatHints,
  formatNames,
  newSigningSecret,
  newWebhookValues,
  webhookFormSchema,
  webhookInputOf,
  type WebhookValues,
  webhookValuesOf,
} from './webhook-values.ts';
import styles from './webhooks.module.css';

export interface SavedReceiver {
  readonly webhookId: string;
  readonly name: string;
  /** Null: it has none, or keeps the one that it had. */
  readonly secret: string | null;
}

export interface WebhookFormProps {
  /** Null: a new one. */
  readonly webhook: Webhook | null;
  readonly onSaved: (saved: SavedReceiver) => void;
  readonly onCancel: () => void;
}

export function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const services = useServices().data?.items ?? [];
  const noRequests = useNoRequestsReason();
  const [secret] = useState(newSigningSecret);
  const [schema] = useState(() => webhookFormSchema(webhook === null));
  // A command that waits is stored in this browser, and the address with it.
  const offline =
    useConnected() === false && 'Only while connected: an address is not stored in this browser.';
  const { control, values, element, foot } = useEntityForm<WebhookValues, 'saveWebhook'>({
    command: 'saveWebhook',
    draft: webhook === null ? 'webhook.new' : `webhook.${webhook.id}`,
    entity: webhook,
    schema,
    values: webhook === null ? newWebhookValues : webhookValuesOf(webhook),
    inputOf: (checked, { id: webhookId, ...revision }) => ({
      webhookId,
      ...webhookInputOf(checked, { secret, linkOrigin: globalThis.location.origin }),
      ...revision,
    }),
    unkept: ['url', 'room', 'accessToken'],
    noun: 'webhook',
    toasts: useToasts(),
    onSaved: (webhookId, { name, format, url }) =>
      onSaved({ webhookId, name, secret: format === 'muster' && url.trim() !== '' ? secret : null }),
  });
  const { format } = values;
  return (
    <form className={styles.form} {...element}>
      {noRequests === false ? null : <Banner kind="info">{noRequests}</Banner>}
      {webhook === null ? (
        <Controller
          control={control}
          name="format"
          render={({ field }) => (
            <RadioCards
              label="Receiver"
              options={webhookFormats.map((value) => ({
                value,
                label: formatNames[value],
                hint: formatHints[value],
              }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
      ) : null}
      <FormField control={control} name="name" label="Name" hint="To tell it from the others.">
        {(field) => (
          <TextInput {...field} placeholder={format === 'muster' ? 'Ticket system' : '#incidents'} />
        )}
      </FormField>
      <FormField
        control={control}
        name="url"
        label={format === 'matrix' ? 'Address of the home server' : 'Address'}
        hint={addressHint(webhook, format === 'muster')}
      >
        {(field) => <TextInput {...field} inputMode="url" spellCheck={false} placeholder="https://" />}
      </FormField>
      {format === 'matrix' ? (
        <>
          <FormField
            control={control}
            name="room"
            label="Room"
            hint="Its internal id, from the advanced settings of the room."
          >
            {(field) => <TextInput {...field} spellCheck={false} placeholder="!abc:example.org" />}
          </FormField>
          <FormField
            control={control}
            name="accessToken"
            label="Access token"
            hint="Of an account for Muster, which has joined the room. It is not shown again."
          >
            {(field) => <TextInput {...field} spellCheck={false} />}
          </FormField>
        </>
      ) : null}
      <FormField control={control} name="serviceIds" label="Services" hint="Leave it empty for all services.">
        {({ value, onChange }) => (
          <Combobox
            options={services.map((service) => ({ id: `${service.value.id}`, label: service.value.name }))}
            value={value}
            onChange={(ids) => onChange([...ids])}
            placeholder="All services"
          />
        )}
      </FormField>
      <FormField
        control={control}
        name="severities"
        label="Severities of incidents"
        hint="Leave it empty for all severities."
      >
        {({ value, onChange }) => (
          <Combobox
            options={severities.map((severity) => ({ id: severity, label: severity }))}
            value={value}
            onChange={(ids) => onChange(severities.filter((severity) => ids.includes(severity)))}
            placeholder="All severities"
          />
        )}
      </FormField>
      <EventChoice control={control} format={format} />
      {webhook === null ? null : (
        <Controller
          control={control}
          name="enabled"
          render={({ field }) => (
            <Checkbox
              label="On"
              hint="While it is off, nothing is sent to it."
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      <FormFoot
        {...foot}
        disabledReason={noRequests || foot.disabledReason || offline}
        submitLabel={webhook === null ? 'Add the webhook' : 'Save the webhook'}
        onCancel={onCancel}
      />
    </form>
  );
}

function addressHint(webhook: Webhook | null, isSigned: boolean): string {
  if (webhook === null) return 'It is not shown again: whoever has it can send to the receiver.';
  return isSigned
    ? `Leave it empty to keep the one at ${webhook.host}. A new one gets a new signing secret.`
    : `Leave it empty to keep the one at ${webhook.host}.`;
}
