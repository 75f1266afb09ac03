/** Changes of a webhook: saved, and disabled because its receiver failed. */
import type * as v from 'valibot';
import { failure } from '../errors.ts';
import { changedTo, revised, type Transition, type TransitionContext, transitioned } from '../transition.ts';
import { chatEventTypes, type WebhookAccess, type webhookFields } from './fields.ts';
import type { Webhook } from './schema.ts';

type Fields = { readonly [K in keyof typeof webhookFields]: v.InferOutput<(typeof webhookFields)[K]> };
export interface SavedWebhook extends Fields {
  readonly id: string;
  readonly teamId: string;
}

/** `before` null for a new one; `access` null: its address and keys stay. `host`: of the address. */
export function saveWebhookState(
  before: Webhook | null,
  content: SavedWebhook,
  access: { readonly value: WebhookAccess; readonly host: string } | null,
  context: TransitionContext,
): Transition<Webhook, never> {
  const fault = faultOf(before, content, access?.value ?? null);
  if (fault !== null) return failure('invalid', fault, fault.rule);
  const { events, serviceIds, severities, ...plain } = content;
  const lists = { events: [...events], serviceIds: [...serviceIds], severities: [...severities] };
  // Saving re-enables a disabled webhook.
  const fields = { ...plain, ...lists, disabledAt: null, ...(access === null ? {} : { host: access.host }) };
  if (before !== null) return transitioned<Webhook>(before, fields, context);
  const base = { createdAt: context.now, createdBy: context.by, revision: 1 };
  return changedTo({ host: '', ...fields, ...base }, context);
}

function faultOf(
  before: Webhook | null,
  { format, events }: SavedWebhook,
  access: WebhookAccess | null,
): { readonly field: string; readonly rule: string } | null {
  if (before === null && access === null)
    return { field: 'access', rule: 'Enter the address of the receiver.' };
  if (before !== null && before.format !== format)
    return { field: 'format', rule: 'The kind of a receiver does not change. Add another webhook.' };
  if (format !== 'muster' && !events.every((type) => (chatEventTypes as readonly string[]).includes(type)))
    return { field: 'events', rule: 'A chat room follows incidents alone.' };
  if (access === null) return null;
  if ((access.secret !== null) !== (format === 'muster'))
    return { field: 'access', rule: 'A program’s receiver has a signing secret, and a chat room has none.' };
  if ((access.matrix !== null) !== (format === 'matrix'))
    return { field: 'access', rule: 'A Matrix room has its id and an access token, and others have none.' };
  return null;
}

export const disabledWebhook = (before: Webhook, now: number): Webhook =>
  revised(before, { enabled: false, disabledAt: now });
