/** Checks of the payloads of functions; what a function takes, it checks itself. */
import { toJson } from '#provider-kit/json.ts';
import { checkBy, fields, type PayloadChecks, portField, text } from '../payloads.ts';
import type { CallPayload } from './protocol.ts';

const call = checkBy(fields({ name: text(200), input: portField((input) => toJson(input)) }));

export const functionsPayloads: PayloadChecks<{ readonly call: CallPayload; readonly stream: CallPayload }> =
  {
    call,
    stream: call,
  };
