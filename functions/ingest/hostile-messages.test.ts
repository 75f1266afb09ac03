/**
 * HTTP routes with hostile requests: methods, addresses, headers, keys and bodies. Each answer is JSON with a sentence for the
 * person who set the sender up; a refusal stores nothing but a note of itself; none is a 500.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { sampleAlerts } from '#demo/alerts.ts';
import { constants } from '#domain/constants.ts';
import { integrationSchema } from '#domain/integration/schema.ts';
import { documentPaths } from '#api/paths.ts';
import { garbage } from '#tests/app/functions/hostile-stage.ts';
import { fieldsOf, replaced, type FieldPath } from '#tests/app/functions/inputs.ts';
import { addSender, keyOfSender } from '#tests/app/functions/senders.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { assertProperty } from '#tests/property.ts';

let stage: FunctionsStage;
beforeEach(async () => {
  stage = await FunctionsStage.open();
  for (const kind of added) await addSender(stage, kind);
  const revoked = documentPaths.integration(teamId, 'catalogue-alertmanager');
  const one = await stage.get(integrationSchema, revoked);
  await stage.save(revoked, { ...one, revokedAt: stage.cloud.clock.now() });
});
afterEach(() => stage.close());

/** Senders that the demonstration team has no integration for. */
const added = ['grafana', 'json'] as const;
type Door = 'alertmanager' | 'pagerduty' | (typeof added)[number];

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const samples = sampleAlerts(Date.UTC(2026, 0, 5, 9)).map(({ request }) => request(demoKeys));
const sampled = (path: string) =>
  samples.filter((one) => one.path.startsWith(path)).map(({ body }) => JSON.parse(body) as object);
const bodies: Readonly<Record<Door, readonly object[]>> = {
  alertmanager: sampled('/in'),
  pagerduty: sampled('/v2'),
  json: [
    {
      id: 'queue',
      summary: 'The queue is long',
      severity: 'warning',
      status: 'failing',
      url: 'https://a.test',
    },
  ],
  grafana: [
    ...sampled('/in').map((body) => ({ ...body, version: '1', title: 'A group', orgId: 1 })),
    { ruleName: 'Queue', ruleId: 7, orgId: 1, state: 'alerting', tags: { zone: 'eu' }, evalMatches: [{}] },
  ],
};

const keys = fc.constantFrom(
  ...Object.values(demoKeys),
  ...added.map(keyOfSender),
  'nobody-has-this-key',
  'x'.repeat(32),
  '__x__aaaa__',
  '..',
  '%00%2F..',
  '',
);
const headers = fc.oneof(
  fc.constant({}),
  fc.dictionary(
    fc.constantFrom('authorization', 'content-type', 'x-odd'),
    fc.oneof(
      keys.map((key) => `Bearer ${key}`),
      fc.constantFrom('Bearer', 'Basic x', 'text/plain', '', '\u0000'),
    ),
  ),
);

const oddNames = fc.oneof(
  fc.constantFrom('', ' ', '__x__', '__proto__', 'constructor', 'a.b', 'a/b', '\ud800', 'x'.repeat(2_000)),
  fc.string({ unit: 'binary', maxLength: 5 }),
);

/** The body with one more field in the object at, or around, the path. */
function withField(body: object, path: FieldPath, name: string, value: unknown): unknown {
  const at = path.reduce<unknown>(
    (part, key) => (part as Readonly<Record<string | number, unknown>>)[key],
    body,
  );
  if (typeof at !== 'object' || at === null || Array.isArray(at))
    return withField(body, path.slice(0, -1), name, value);
  // An own field, whatever its name, as a parser makes it of JSON.
  return replaced(body, path, Object.fromEntries([...Object.entries(at), [name, value]]));
}

/** A body of the door’s own shape, whole or with one field replaced by garbage; or no such body at all. */
const bodyOf = (door: Door, key: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const shaped = fc
    .tuple(fc.constantFrom(...bodies[door]), key)
    .map(([body, routing_key]) => (door === 'pagerduty' ? { ...body, routing_key } : body));
  const spoilt = shaped.chain((body) =>
    fc
      .tuple(fc.constantFrom(...fieldsOf(body)), garbage)
      .map(([path, by]) => JSON.stringify(replaced(body, path, by))),
  );
  const added = shaped.chain((body) =>
    fc
      .tuple(fc.constantFrom(...fieldsOf(body)), oddNames, garbage)
      .map(([path, name, value]) => JSON.stringify(withField(body, path, name, value))),
  );
  return fc.oneof(
    { weight: 2, arbitrary: shaped.map((body) => JSON.stringify(body)) },
    { weight: 5, arbitrary: spoilt },
    { weight: 3, arbitrary: added },
    { weight: 1, arbitrary: garbage.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '"', '{"a":'.repeat(5_000)) },
  );
};

/** Stored documents without notes of refused messages, which valid keys have, and their time. */
function documentsStored(): string {
  const { docs, realtime, storage, messaging } = stage.cloud.snapshot().services as {
    readonly docs: { readonly docs: readonly { readonly path: string; readonly data: object }[] };
    readonly realtime: unknown;
    readonly storage: unknown;
    readonly messaging: unknown;
  };
  const kept = docs.docs.filter(({ path }) => !/\/integration(?:s|Events)\/|^ingestRates\//u.test(path));
  return JSON.stringify([kept, realtime, storage, messaging]);
}
const jargon = /received|undefined|Invalid (?:type|key)|\[object|TypeError|functions\//u;

/** Texts of an answer to a sender. */
const wordsOf = (json: Readonly<Record<string, unknown>>) => [
  json['message'],
  ...((json['errors'] as readonly unknown[] | undefined) ?? []),
];

/** The status of the answer, and what is wrong with it. */
async function send({ method, path, headers: sent, body }: Message) {
  const before = documentsStored();
  const machine = await stage.stranger('machine');
  const answer = await machine.control.http({ method, path, headers: sent, body });
  const { status } = answer;
  if (!answer.headers['content-type']?.includes('application/json'))
    return { status, faults: [`not JSON: ${answer.body.slice(0, 200)}`] };
  const json = JSON.parse(answer.body) as Readonly<Record<string, unknown>>;
  const overloaded = status === 503 || status === 429;
  const faults = [
    !wordsOf(json).every((words) => typeof words === 'string' && /\S/u.test(words)) && 'no sentence',
    jargon.test(answer.body) && 'jargon',
    status >= 300 && documentsStored() !== before && 'stored, and yet refused',
    overloaded &&
      !/^(?:rate_limited|throttle exceeded)$/u.test(String(json['error'] ?? json['status'])) &&
      'busy',
    overloaded && !(Number(answer.headers['retry-after']) > 0) && 'no time to try again',
  ];
  return { status, faults: faults.filter((one) => one !== false) };
}

const method = fc.constantFrom(
  'POST',
  'POST',
  'POST',
  'post',
  'GET',
  'PUT',
  'DELETE',
  'OPTIONS',
  'HEAD',
  'X',
);
const doors: Readonly<Record<Door, fc.Arbitrary<string>>> = {
  alertmanager: keys.map((key) => `/in/alertmanager/${key}`),
  grafana: keys.map((key) => `/in/grafana/${key}`),
  json: keys.map((key) => `/in/json/${key}`),
  pagerduty: fc.constantFrom('/v2/enqueue', '/v2/enqueue/', '/v2/enqueue?x=1#y'),
};

/** Status for a key that has sent more than it may. */
const busyOf = (door: Door) => (door === 'pagerduty' ? 429 : 503);

/** An address whose key is good. */
const goodAddress: Readonly<Record<Door, string>> = {
  alertmanager: `/in/alertmanager/${demoKeys.checkout}`,
  grafana: `/in/grafana/${keyOfSender('grafana')}`,
  json: `/in/json/${keyOfSender('json')}`,
  pagerduty: '/v2/enqueue',
};

describe.each(['alertmanager', 'pagerduty', ...added] as const)('the ingest endpoint of %s', (door) => {
  test('answers any input and stores nothing of rejected input', async () => {
    const message = fc.record({ method, path: doors[door], headers, body: bodyOf(door, keys) });
    await assertProperty(
      fc.asyncProperty(message, async (sent) => {
        const { status, faults } = await send(sent);
        expect(faults).toEqual([]);
        expect(status === busyOf(door) || status < 300 || (status >= 400 && status < 500)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('tells a sender above the limit when to retry', async () => {
    const body = JSON.stringify(bodies[door][0]);
    const path = goodAddress[door];
    const statuses = new Set<number>();
    for (let n = 0; n <= constants.ingestPerMinute; n++)
      statuses.add((await send({ method: 'POST', path, headers: {}, body })).status);
    expect([...statuses]).toEqual(door === 'pagerduty' ? [202, 429] : [200, 503]);
  });
});

test('the heartbeat endpoint answers any input and accepts beats of valid keys only', async () => {
  await addSender(stage, 'heartbeat');
  const good = `/in/heartbeat/${keyOfSender('heartbeat')}`;
  const path = fc.oneof(
    fc.constant(good),
    keys.map((key) => `/in/heartbeat/${key}`),
  );
  const message = fc.record({ method, path, headers, body: bodyOf('json', keys) });
  await assertProperty(
    fc.asyncProperty(message, async (sent) => {
      const { status, faults } = await send(sent);
      expect(faults).toEqual([]);
      const isBeat = sent.path === good && ['GET', 'HEAD', 'POST'].includes(sent.method.toUpperCase());
      expect(status === 200).toBe(isBeat);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});

test('every ingest endpoint is tested', async () => {
  const path = fc.oneof(
    fc.constantFrom(
      '/',
      '/in',
      '/in/',
      '/in/alertmanager',
      '/v2',
      '/v1/enqueue',
      '/in/pagerduty/x',
      '//',
      '/..',
    ),
    fc.webPath().map((one) => `/${one}`),
  );
  const message = fc.record({ method, path, headers, body: bodyOf('pagerduty', keys) });
  await assertProperty(
    fc.asyncProperty(message, async (sent) => {
      const { status, faults } = await send(sent);
      expect(faults).toEqual([]);
      expect(status >= 400 && status < 500).toBe(true);
    }),
    { numRuns: 60 },
  );
});
