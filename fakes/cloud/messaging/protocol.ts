/** Payloads between the messaging client and the cloud. */
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { PushAddress } from './push-address.ts';

/** `register`: renews `id` when it is known, else makes a new registration. */
export interface RegisterPayload {
  readonly id: string | null;
  /** Absent: it is reached only while a page is open. */
  readonly push?: PushAddress;
}

/** Payload of `unregister` and of the topic `deliver` too. */
export interface RegistrationPayload {
  readonly id: string;
}

/** `ack`: everything up to `sequence` has arrived. */
export interface AckPayload extends RegistrationPayload {
  readonly sequence: number;
}

/** Topic `deliver`: waiting messages, then later ones, in order. Unacknowledged ones come again after a reconnect. */
export interface PushDelivery {
  /** Grows within one registration. */
  readonly sequence: number;
  readonly message: PushMessage;
}
