/** Body of a request as a message: whole, or of one that is too large as much as fits. */
import { limits } from '../constants.ts';
import { isLongerInUtf8 } from '../text.ts';
import { parseJson } from './json.ts';
import { readLarge } from './large-message.ts';

export interface Message {
  /** Undefined: it is no JSON. */
  readonly body: unknown;
  /** Alerts of a group that were left out, because the message is too large. */
  readonly alertsLeftOut: number;
  /** Sentences on what was left out. */
  readonly warnings: readonly string[];
}

export function readMessage(text: string): Message {
  if (!isLongerInUtf8(text, limits.ingestBytes))
    return { body: parseJson(text), alertsLeftOut: 0, warnings: [] };
  const { value: body, alerts, fields } = readLarge(text);
  return { body, alertsLeftOut: alerts.leftOut, warnings: [tooLarge(text.length, alerts, fields)] };
}

function tooLarge(
  size: number,
  { leftOut, thinned }: { readonly leftOut: number; readonly thinned: number },
  fields: number,
): string {
  const parts = [
    ...(fields > 0 ? [`without ${fields === 1 ? '1 field' : `${fields.toLocaleString('en')} fields`}`] : []),
    ...(thinned > 0 ? [`only status and severity of ${thinned.toLocaleString('en')} alerts`] : []),
    ...(leftOut > 0 ? [`only the number of ${leftOut.toLocaleString('en')} alerts`] : []),
  ];
  const mebi = 1024 * 1024;
  const of = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return (
    `The message is larger than ${limits.ingestBytes / mebi} MiB (${(size / mebi).toFixed(1)}), so it was read in part${of}. ` +
    'Set the sender’s own limit, such as max_alerts of Alertmanager.'
  );
}
