/** Alertmanager's webhook, version 4. `groupKey` is the dedup key of the group. */
import { failure } from '../errors.ts';
import { annotatedLinks, checkVersion, type ParsedMessage, signalOfGroup } from './alert-group.ts';
import { fieldsOf, PartReader } from './parts.ts';

/** `leftOut`: alerts of the group that were left out because the message is too large. */
export function parseAlertmanager(message: unknown, now: number, leftOut = 0): ParsedMessage {
  const body = fieldsOf(message);
  if (body === null)
    return failure('invalid', { field: '', rule: 'Use the message that Alertmanager sends.' });
  const otherVersion = checkVersion(body, '4', 'version: Only webhook version 4 is understood.');
  if (otherVersion) return otherVersion;
  return signalOfGroup({
    body,
    now,
    leftOut,
    reader: new PartReader(),
    title: '',
    linksOf: annotatedLinks,
    groupLink: 'Alertmanager',
  });
}
