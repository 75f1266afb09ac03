/** A new API key: its name, what it may do, and when it ends. Its secret is drawn here: the server gets the digest. */
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import * as v from 'valibot';
import { apiKeyFields, type ApiScope } from '#domain/api-key/schema.ts';
import { apiKeyBytes, apiKeyDigest, apiKeyFrom } from '#api/api-key.ts';
import { docsToken } from '#ports/docs/docs.ts';
import { usePort } from '#react/ports.tsx';
import { useDialogForm } from '#src/data/client/dialog-form.ts';
import { FormDialog } from '#src/ui/form-dialog.tsx';
import { FormField } from '#src/ui/form-field.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { Select } from '#src/ui/select.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { useToasts } from '#src/ui/toasts.tsx';
import styles from './members.module.css';

interface ApiKeyDialogProps {
  readonly onClose: () => void;
  /** The key was made; `secret` is known here alone. */
  readonly onMade: (secret: string) => void;
}

const lengths = [7, 30, 90, 366] as const;
const accesses = ['read', 'respond', 'configure'] as const;
const scopesOf: Readonly<Record<(typeof accesses)[number], readonly ApiScope[]>> = {
  read: ['read'],
  respond: ['read', 'respond'],
  configure: ['read', 'respond', 'configure'],
};
const accessLabels = {
  read: { label: 'Read', hint: 'Incidents, pages, alerts, schedules and who is on call' },
  respond: { label: 'Read and respond', hint: 'Also declare, page, acknowledge, comment and resolve' },
  configure: {
    label: 'Read, respond and configure',
    hint: 'Also schedules, policies, services and runbooks',
  },
} as const;

const formSchema = v.object({
  name: apiKeyFields.name,
  access: v.picklist(accesses),
  days: v.picklist(lengths),
});
type ApiKeyValues = v.InferInput<typeof formSchema>;

const draw = (): string => apiKeyFrom(crypto.getRandomValues(new Uint8Array(apiKeyBytes)));

export function ApiKeyDialog({ onClose, onMade }: ApiKeyDialogProps) {
  const docs = usePort(docsToken);
  const [secret] = useState(draw);
  const { control, element, foot } = useDialogForm<ApiKeyValues, 'createApiKey'>({
    command: 'createApiKey',
    draft: 'api-key.new',
    start: () => ({ name: '', access: 'respond', days: 90 }),
    schemaOf: () => formSchema,
    inputOf: ({ name, access, days }) => ({
      apiKeyId: docs.newId(),
      name,
      scopes: [...scopesOf[access]],
      days,
      digest: apiKeyDigest(secret),
      ending: secret.slice(-4),
    }),
    fieldOf: (field) => (field === 'name' || field === 'days' ? field : null),
    toasts: useToasts(),
    queued: ['The API key is queued', 'It shows here when the connection is back.'],
    onClose: () => undefined,
    onDone: () => onMade(secret),
  });
  return (
    <FormDialog
      title="Create an API key"
      description="It acts for you, and ends when you leave the team."
      form={{ element, foot }}
      submitLabel="Create the key"
      onClose={onClose}
    >
      <div className={styles.form}>
        <FormField control={control} name="name" label="Name" hint="Of the program that uses it.">
          {(field) => <TextInput {...field} placeholder="Deployments" autoComplete="off" />}
        </FormField>
        <Controller
          control={control}
          name="access"
          render={({ field }) => (
            <RadioCards
              label="It may"
              options={accesses.map((value) => ({ value, ...accessLabels[value] }))}
              value={field.value}
              onChange={field.onChange}
            />
          )}
        />
        <FormField control={control} name="days" label="Ends after">
          {({ value, onChange }) => (
            <Select
              options={lengths.map((days) => ({
                value: days,
                label: days === 366 ? '1 year' : `${days} days`,
              }))}
              value={value}
              onChange={onChange}
            />
          )}
        </FormField>
      </div>
    </FormDialog>
  );
}
