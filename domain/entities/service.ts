/** What can break, and the keys with which machines say so. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, optionalText, text } from './base.ts';

export const service = v.object({
  ...base,
  name: text(limits.name),
  description: optionalText(limits.description),
  /** The policy that pages for it; null pages nobody. */
  policyId: v.nullable(id),
});
export type Service = v.InferOutput<typeof service>;

const senderKinds = ['alertmanager', 'pagerduty'] as const;
const senderKind = v.picklist(senderKinds);
export type SenderKind = v.InferOutput<typeof senderKind>;

export const integration = v.object({
  ...base,
  name: text(limits.name),
  serviceId: id,
  kind: senderKind,
  /** The key itself is shown once and never kept. */
  hashedKey: v.string(),
  lastEventAt: v.nullable(at),
  revokedAt: v.nullable(at),
});
export type Integration = v.InferOutput<typeof integration>;
