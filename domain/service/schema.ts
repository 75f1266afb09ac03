/** What can break, and the keys with which machines say so. */
import * as v from 'valibot';
import { limits } from '../constants.ts';
import { at, base, id, optionalText, text } from '../base.ts';

export const service = v.object({
  ...base,
  name: text(limits.name),
  description: optionalText(limits.description),
  /** The policy that pages for it; null pages nobody. */
  policyId: v.nullable(id),
});
export type Service = v.InferInput<typeof service>;

const senderKinds = ['alertmanager', 'pagerduty'] as const;
const senderKind = v.picklist(senderKinds);
export type SenderKind = v.InferOutput<typeof senderKind>;

export const integration = v.object({
  ...base,
  name: text(limits.name),
  serviceId: id,
  kind: senderKind,
  /** Its last four characters, to tell keys apart. The key is shown once, and kept where no client may read it. */
  keyEnding: v.pipe(v.string(), v.maxLength(4)),
  lastEventAt: v.nullable(at),
  revokedAt: v.nullable(at),
});
export type Integration = v.InferInput<typeof integration>;
