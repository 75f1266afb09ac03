import { expect, test } from 'vitest';
import * as v from 'valibot';
import { alertSchema } from '../alert/schema.ts';
import { attachmentSchema } from '../attachment/schema.ts';
import { deviceSchema } from '../device/schema.ts';
import { personalWebhookSchema } from '../personal-webhook/schema.ts';
import { incidentSchema } from '../incident/schema.ts';
import { notificationRulesSchema } from '../notification/schema.ts';
import { deliverySchema, pageSchema } from '../page/schema.ts';
import { policySchema } from '../policy/schema.ts';
import { runbookSchema } from '../runbook/schema.ts';
import { noticeSchema } from '../notice/schema.ts';
import { feedSchema } from '../schedule/feed.ts';
import { coverRequestSchema } from '../cover/schema.ts';
import { overrideSchema, scheduleSchema } from '../schedule/schema.ts';
import { integrationSchema } from '../integration/schema.ts';
import { serviceSchema } from '../service/schema.ts';
import { taskSchema } from '../task/schema.ts';
import { inviteSchema } from '../team/invite.ts';
import { memberSchema, teamSchema } from '../team/schema.ts';
import { boundedChanges, changeOf, labelOf } from './changes.ts';
import { fieldAudit, shownId } from './redaction.ts';
import { auditLimits } from './schema.ts';

const change = (kind: string, before: object | null, after: object | null) =>
  changeOf({ kind, id: 'x', before, after });

test('a change lists the fields that differ, within maps too', () => {
  const before = {
    id: 'x',
    revision: 1,
    title: 'Old',
    roles: { commander: 'ada', scribe: null },
    people: ['ada'],
  };
  const after = { ...before, revision: 2, roles: { commander: 'lin', scribe: null }, people: ['ada', 'lin'] };
  expect(change('incident', before, after)).toEqual({
    kind: 'incident',
    id: 'x',
    label: 'Old',
    change: 'changed',
    fields: [
      { field: 'roles.commander', before: '"ada"', after: '"lin"' },
      { field: 'people', before: '["ada"]', after: '["ada","lin"]' },
    ],
  });
});

test('a change lists added and removed values, and no mere counters', () => {
  expect(change('runbook', null, { name: 'Cards' })).toMatchObject({
    change: 'added',
    fields: [{ field: 'name', before: null, after: '"Cards"' }],
  });
  expect(change('runbook', { name: 'Cards' }, null)).toMatchObject({
    change: 'removed',
    label: 'Cards',
    fields: [{ field: 'name', before: '"Cards"', after: null }],
  });
  expect(change('team', { lastIncidentNumber: 1 }, { lastIncidentNumber: 2 })).toBeNull();
  expect(change('timelineEvent', null, { kind: 'comment', body: 'Hello' })).toBeNull();
});

test('a secret is hidden wherever the field is, while its change is listed', () => {
  const before = {
    keyHash: 'aaa',
    webhooks: [{ url: 'https://a.example', secret: 's3cret' }],
    sender: { token: 'old' },
  };
  const after = {
    keyHash: 'bbb',
    webhooks: [{ url: 'https://b.example', secret: 's3cret' }],
    sender: { token: '' },
  };
  const told = change('integration', before, after);
  expect(told?.fields).toEqual([
    { field: 'keyHash', before: '"(hidden)"', after: '"(hidden)"' },
    expect.objectContaining({ field: 'webhooks' }),
    { field: 'sender.token', before: '"(hidden)"', after: null },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/aaa|bbb|s3cret|"old/u);
});

test('an invite is known by the first characters of its digest', () => {
  expect(shownId('invite', '0123456789abcdef')).toBe('01234567…');
  expect(shownId('incident', '0123456789abcdef')).toBe('0123456789abcdef');
});

/** Schemas of all entities that a command can change, those within maps included. */
const schemas = {
  team: teamSchema,
  member: memberSchema,
  invite: inviteSchema,
  device: deviceSchema,
  personalWebhook: personalWebhookSchema,
  service: serviceSchema,
  integration: integrationSchema,
  schedule: scheduleSchema,
  override: overrideSchema,
  coverRequest: coverRequestSchema,
  feed: feedSchema,
  notice: noticeSchema,
  notificationRules: notificationRulesSchema,
  policy: policySchema,
  runbook: runbookSchema,
  alert: alertSchema,
  page: pageSchema,
  delivery: deliverySchema,
  incident: incidentSchema,
  task: taskSchema,
  attachment: attachmentSchema,
} as const;

interface AnySchema {
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly wrapped?: AnySchema;
  readonly item?: AnySchema;
  readonly pipe?: readonly AnySchema[];
  readonly options?: readonly unknown[];
}

function fieldsIn(schema: AnySchema): readonly string[] {
  const inner = [schema.wrapped, schema.item, ...(schema.pipe ?? []), ...(schema.options ?? [])].filter(
    (one): one is AnySchema => typeof one === 'object' && one !== null && one !== schema,
  );
  return [
    ...Object.entries(schema.entries ?? {}).flatMap(([name, part]) => [name, ...fieldsIn(part)]),
    ...inner.flatMap(fieldsIn),
  ];
}

test('of all stored fields exactly these are hidden', () => {
  const found = Object.entries(schemas).flatMap(([kind, schema]) =>
    [...new Set(fieldsIn(schema as unknown as AnySchema))]
      .filter((field) => fieldAudit(kind, field) === 'hidden')
      .map((field) => `${kind}.${field}`),
  );
  expect(found).toEqual([
    'member.phone',
    'invite.address',
    'device.registration',
    'device.userAgent',
    'notice.address',
  ]);
  expect(fieldsIn(deviceSchema as unknown as AnySchema)).toContain('registration');
  expect(v.is(teamSchema, {})).toBe(false);
});

test('a label is the number and title, or the name, of a document', () => {
  expect(labelOf({ number: 12, title: 'Checkout' })).toBe('#12 Checkout');
  expect(labelOf({ displayName: 'Ada' })).toBe('Ada');
  expect(labelOf({})).toBe('');
  expect(labelOf({ name: 'x'.repeat(500) })).toHaveLength(auditLimits.label);
});

test('an entry holds a limited number of changes and fields, and counts the others', () => {
  const field = { field: 'f', before: null, after: '1' };
  const wide = { kind: 'page', id: 'x', label: '', change: 'added' as const };
  const all = Array.from({ length: 25 }, () => ({
    ...wide,
    fields: Array.from({ length: 10 }, () => field),
  }));
  const { changes, omitted } = boundedChanges(all);
  expect(changes).toHaveLength(auditLimits.changes);
  expect(changes.flatMap(({ fields }) => fields)).toHaveLength(auditLimits.fields);
  expect(omitted).toBe(250 - auditLimits.fields);
});
