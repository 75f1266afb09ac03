/** Address and urgency of a web push. */
import type { OutgoingPush } from '#ports/server/server.ts';

/** A browser's subscription to its push service, as the Push API gives it. */
export interface PushAddress {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export type Urgency = NonNullable<OutgoingPush['urgency']>;
