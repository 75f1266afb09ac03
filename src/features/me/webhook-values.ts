/** A webhook of a person as its form has it. */
import * as v from 'valibot';
import type { CommandInput } from '#api/commands.ts';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import { webhookDestinationSchema } from '#domain/personal-webhook/destination.ts';
import { type PersonalWebhook, webhookServices } from '#domain/personal-webhook/schema.ts';

const text = v.string();

const fieldsSchema = v.object({
  label: textSchema(limits.name),
  /** The stored destination stays. */
  keep: v.boolean(),
  service: v.picklist(webhookServices),
  server: text,
  topic: text,
  token: text,
  user: text,
  address: text,
  format: v.picklist(['json', 'form']),
  template: text,
  /** Lines of the form `Name: value`. */
  headers: text,
});
export type PersonalWebhookValues = v.InferInput<typeof fieldsSchema>;

export const personalWebhookFormSchema = v.pipe(
  fieldsSchema,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.keep) return;
    const input = dataset.value;
    const { issues = [] } = v.safeParse(webhookDestinationSchema, destinationOf(input));
    for (const { message, path = [] } of issues) {
      const key = String(path[0]?.key) as keyof PersonalWebhookValues;
      addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }
  }),
);

/** Name of a new webhook until another is typed. */
export const defaultLabels: Readonly<Record<PersonalWebhookValues['service'], string>> = {
  ntfy: 'ntfy',
  gotify: 'Gotify',
  pushover: 'Pushover',
  other: 'Webhook',
};

export const personalWebhookValuesOf = (webhook: PersonalWebhook | null): PersonalWebhookValues => ({
  label: webhook?.label ?? defaultLabels.ntfy,
  keep: webhook !== null,
  service: webhook?.service ?? 'ntfy',
  server: '',
  topic: '',
  token: '',
  user: '',
  address: '',
  format: 'json',
  template: '{"text": "{{title}} {{link}}"}',
  headers: '',
});

/** Unchecked: what the form has for the chosen service. */
function destinationOf(values: PersonalWebhookValues) {
  const { service, topic, token, user, address, format, template } = values;
  const server = values.server.trim();
  switch (service) {
    case 'ntfy':
      return { service, server: server === '' ? 'https://ntfy.sh' : server, topic: topic.trim(), token };
    case 'gotify':
      return { service, server, token };
    case 'pushover':
      return { service, token, user };
    case 'other':
      return { service, address: address.trim(), format, template, headers: headersOf(values.headers) };
  }
}

const headersOf = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...value] = line.split(':');
      return { name: name.trim(), value: value.join(':').trim() };
    });

/** Part of the command that the form decides. */
export const personalWebhookInputOf = (
  values: PersonalWebhookValues,
): Pick<CommandInput<'savePersonalWebhook'>, 'label' | 'destination'> => ({
  label: values.label,
  destination: values.keep ? null : JSON.stringify(destinationOf(values)),
});
