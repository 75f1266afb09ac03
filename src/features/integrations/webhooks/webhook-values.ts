/** Values of a webhook's form, and the labels of its parts. */
import * as v from 'valibot';
import { textSchema } from '#domain/base.ts';
import { limits } from '#domain/constants.ts';
import {
  chatEventTypes,
  webhookAccessSchema,
  webhookEventTypes,
  type WebhookEventType,
  webhookFields,
  type WebhookFormat,
} from '#domain/webhook/fields.ts';
import type { Webhook, WebhookDelivery } from '#domain/webhook/schema.ts';
import type { CommandFields } from '#src/data/client/commands.ts';

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  muster: 'Webhook',
  slack: 'Slack',
  mattermost: 'Mattermost',
  rocketchat: 'Rocket.Chat',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  matrix: 'Matrix',
};

export const formatHints: Readonly<Record<WebhookFormat, string>> = {
  muster: 'A program of yours gets signed JSON of incidents, alerts and pages.',
  slack: 'A channel gets a message for each change. Address: an incoming webhook.',
  mattermost: 'A channel gets a message for each change. Address: an incoming webhook.',
  rocketchat: 'A room gets a message for each change. Address: an incoming webhook.',
  discord: 'A channel has one message for each incident, which is edited. Address: a webhook.',
  teams: 'A channel gets a card for each change. Address: a workflow that waits for a webhook request.',
  matrix: 'A room has one message for each incident, which is edited. Needs an access token.',
};

export const eventNames: Readonly<Record<WebhookEventType, string>> = {
  'incident.declared': 'Declared',
  'incident.severity_changed': 'Severity changed',
  'incident.status_changed': 'Status changed',
  'incident.commander_changed': 'Commander changed',
  'incident.resolved': 'Resolved',
  'incident.reopened': 'Reopened',
  'incident.updated': 'Changed otherwise',
  'alert.triggered': 'Opened',
  'alert.acknowledged': 'Acknowledged',
  'alert.snoozed': 'Snoozed',
  'alert.reopened': 'Opened again',
  'alert.resolved': 'Resolved',
  'alert.updated': 'Changed otherwise',
  'page.started': 'Started',
  'page.acknowledged': 'Acknowledged',
  'page.escalated': 'Escalated',
  'page.resumed': 'Notifies again',
  'page.exhausted': 'Unanswered by everybody',
  'page.cancelled': 'Cancelled',
  'page.updated': 'Changed otherwise',
};

const groupNames = { incident: 'Incidents', alert: 'Alerts', page: 'Pages' } as const;

/** Groups of events that a kind of receiver can be sent. */
export function eventGroups(
  format: WebhookFormat,
): readonly { readonly name: string; readonly types: readonly WebhookEventType[] }[] {
  const types: readonly WebhookEventType[] = format === 'muster' ? webhookEventTypes : chatEventTypes;
  return (['incident', 'alert', 'page'] as const).flatMap((kind) => {
    const ofKind = types.filter((type) => type.startsWith(`${kind}.`));
    return ofKind.length === 0 ? [] : [{ name: groupNames[kind], types: ofKind }];
  });
}

export function deliveryLabel({ type }: Pick<WebhookDelivery, 'type'>): string {
  if (type === 'webhook.test') return 'Test';
  const [kind = ''] = type.split('.');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}: ${eventNames[type].toLowerCase()}`;
}

const access = webhookAccessSchema.entries;
const matrix = access.matrix.wrapped.entries;
const orEmpty = <S extends v.GenericSchema<string, string>>(schema: S) =>
  v.union([v.pipe(v.string(), v.trim(), v.literal('')), schema]);

interface MatrixValues {
  readonly format: string;
  readonly url: string;
  readonly room: string;
  readonly accessToken: string;
}

/** Matrix needs it with an address. */
const requiredOfMatrix = <V extends MatrixValues>(field: 'room' | 'accessToken', message: string) =>
  v.rawCheck<V>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: input } = dataset;
    if (input.format !== 'matrix' || input.url === '' || input[field] !== '') return;
    const value = input[field];
    addIssue({ message, path: [{ type: 'unknown', origin: 'value', input, key: field, value }] });
  });

/** Form of a new webhook, or of one in place, whose address may be left empty. */
export const webhookFormSchema = (isNew: boolean) =>
  v.pipe(
    v.object({
      name: textSchema(limits.name),
      format: webhookFields.format,
      enabled: v.boolean(),
      events: webhookFields.events,
      serviceIds: v.array(v.string()),
      severities: webhookFields.severities,
      url: isNew ? access.url : orEmpty(access.url),
      room: orEmpty(matrix.room),
      accessToken: orEmpty(matrix.accessToken),
    }),
    requiredOfMatrix('room', 'Enter the id of the room.'),
    requiredOfMatrix('accessToken', 'Enter an access token.'),
  );
export type WebhookValues = v.InferInput<ReturnType<typeof webhookFormSchema>>;

export const newWebhookValues: WebhookValues = {
  name: '',
  format: 'muster',
  enabled: true,
  events: webhookEventTypes.filter((type) => !type.endsWith('.updated')),
  serviceIds: [],
  severities: [],
  url: '',
  room: '',
  accessToken: '',
};

export const webhookValuesOf = ({
  name,
  format,
  enabled,
  events,
  serviceIds,
  severities,
}: Webhook): WebhookValues => ({
  ...newWebhookValues,
  ...{ name, format, enabled, events, serviceIds, severities },
});

/** Input of a save. `secret`: of the signature, stored where the address is new. */
export function webhookInputOf(
  values: WebhookValues,
  { secret, linkOrigin }: { readonly secret: string; readonly linkOrigin: string },
): Omit<CommandFields<'saveWebhook'>, 'webhookId' | 'expectedRevision'> {
  const { url, room, accessToken, events, serviceIds, format, ...fields } = values;
  const offered = new Set(eventGroups(format).flatMap(({ types }) => types));
  return {
    ...fields,
    format,
    events: events.filter((type) => offered.has(type)),
    serviceIds: [...serviceIds],
    linkOrigin,
    access:
      url.trim() === ''
        ? null
        : {
            url,
            secret: format === 'muster' ? secret : null,
            matrix: format === 'matrix' ? { room, accessToken } : null,
          },
  };
}

/** A new secret of 256 bits: hexadecimal digits are base64 too. */
export const newSigningSecret = (): string =>
  `whsec_${Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
