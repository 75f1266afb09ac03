/** Checks of the payloads of messaging. */
import * as v from 'valibot';
import { checkBy, fields, idText, noPayload, type PayloadChecks, text, wholeNumber } from '../payloads.ts';
import type { AckPayload, RegisterPayload, RegistrationPayload } from './protocol.ts';

interface MessagingPayloads {
  readonly pushKey: null;
  readonly register: RegisterPayload;
  readonly unregister: RegistrationPayload;
  readonly ack: AckPayload;
  readonly deliver: RegistrationPayload;
}

/** As the Push API gives it; whether messages can be sent there, the sender says. */
const push = fields({
  endpoint: v.pipe(
    text(2048),
    v.check((address) => URL.canParse(address), 'an address is expected.'),
  ),
  keys: fields({ p256dh: text(200), auth: text(100) }),
});
const id = idText;

export const messagingPayloads: PayloadChecks<MessagingPayloads> = {
  pushKey: noPayload,
  register: checkBy(fields({ id: v.nullable(id), push: v.exactOptional(push) })),
  unregister: checkBy(fields({ id })),
  ack: checkBy(fields({ id, sequence: wholeNumber() })),
  deliver: checkBy(fields({ id })),
};
