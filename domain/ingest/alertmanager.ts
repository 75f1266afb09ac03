/** Alertmanager's webhook, version 4. `groupKey` is the dedup key of the group. */
import * as v from 'valibot';
import { check } from '../errors.ts';
import {
  annotatedLinks,
  groupAlertFields,
  groupFields,
  type ParsedMessage,
  signalOfGroup,
} from './alert-group.ts';

const webhook = v.object({
  version: v.literal('4', 'Only webhook version 4 is understood.'),
  ...groupFields,
  alerts: v.array(v.object(groupAlertFields)),
});

export function parseAlertmanager(body: unknown, now: number): ParsedMessage {
  const checked = check(webhook, body);
  if (!checked.ok) return checked;
  const group = checked.value;
  return signalOfGroup({ group, now, title: '', linksOf: annotatedLinks, groupLink: 'Alertmanager' });
}
