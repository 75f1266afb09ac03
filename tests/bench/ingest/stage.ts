/** A team of five services with many senders' keys, on an embedded cloud whose transactions and pushes are counted. */
import { readFileSync } from 'node:fs';
import { toDocument } from '#api/codec.ts';
import { keyRecord } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { serviceNameId } from '#domain/routing/service-names.ts';
import { createFunctions } from '#functions/index.ts';
import type { ServerPorts } from '#ports/server/server.ts';

export const teamId = 'bench';
export const serviceIds = ['payments', 'checkout', 'search', 'identity', 'mail'] as const;
const people = ['ada', 'lin'];
/** Keys of each service: before there were limits for each group, a key took 120 messages a minute. */
const keysPerService = 20;

const indexes = readFileSync(new URL('../../../firestore.indexes.json', import.meta.url), 'utf8');
const functions = createFunctions();

const keyOf = (service: number, key: number): string => `key-${service}-${key}`.padEnd(32, '0');

export interface Counts {
  /** Transactions, how often one was run again, and pushes sent. */
  transactions: number;
  reruns: number;
  pushes: number;
}

export class IngestStage {
  readonly cloud = new FakeCloud({ functions, indexes });
  readonly counts: Counts = { transactions: 0, reruns: 0, pushes: 0 };
  readonly server: ServerPorts;

  private constructor() {
    const { counts } = this;
    const { docs, push, ...others } = this.cloud.server;
    this.server = {
      ...others,
      docs: {
        ...docs,
        transaction(run) {
          counts.transactions++;
          let runs = 0;
          return docs.transaction((transaction) => {
            if (runs++ > 0) counts.reruns++;
            return run(transaction);
          });
        },
      },
      push: {
        ...push,
        send: async () => {
          counts.pushes++;
          return { id: 'sent', pushService: null };
        },
      },
    };
  }

  /** `routed`: every key is the whole team's, and its rules choose the service. */
  static async open({ routed = false } = {}): Promise<IngestStage> {
    const stage = new IngestStage();
    const documents = [...documentsAt(stage.cloud.clock.now(), routed)];
    for (let from = 0; from < documents.length; from += 200)
      await stage.server.docs.batch(
        documents
          .slice(from, from + 200)
          .map(([path, entity]) => ({ type: 'set', path, data: toDocument(entity) })),
      );
    return stage;
  }

  /** The status of the answer to a trigger of a group. */
  async send(service: number, key: number, group: string): Promise<number> {
    const body = {
      routing_key: keyOf(service, key),
      event_action: 'trigger',
      dedup_key: group,
      payload: {
        ...{ summary: `${group} is full`, source: 'bench', severity: 'critical' },
        component: serviceIds[service],
      },
    };
    const request = { method: 'POST', path: '/v2/enqueue', headers: {}, body: JSON.stringify(body) };
    return (await functions.http(request, this.server)).status;
  }

  close(): void {
    this.cloud.dispose();
  }
}

/** Two rules with patterns that no message of the storm matches, and the one that does. */
const rules = [
  {
    ...{ id: 'test', name: 'Test zone', action: { kind: 'drop' } },
    conditions: [{ kind: 'matches', part: 'label', label: 'zone', pattern: '(test|staging)-[a-z0-9]+' }],
  },
  {
    ...{ id: 'night', name: 'Batch', action: { kind: 'drop' } },
    conditions: [{ kind: 'matches', part: 'summary', label: '', pattern: '(?i).*nightly (batch|import).*' }],
  },
  {
    ...{ id: 'service', name: 'Service by its label', conditions: [] },
    action: {
      ...{ kind: 'alert', service: { by: 'label', label: 'component' }, severity: null, urgency: null },
      ...{ group: null, summary: null, labels: [] },
    },
  },
];

function* documentsAt(now: number, routed: boolean): Generator<readonly [path: string, entity: object]> {
  const base = { teamId, createdAt: now, createdBy: 'ada', revision: 1 };
  yield [
    documentPaths.team(teamId),
    {
      ...{ ...base, id: teamId, name: 'Bench', slug: teamId, timezone: 'UTC', demonstration: false },
      ...{ fallbackPeople: ['lin'], lastIncidentNumber: 0 },
    },
  ];
  for (const id of people) {
    const name = { displayName: id, timezone: 'UTC' };
    yield [documentPaths.member(teamId, id), { ...base, id, ...name, role: 'responder' }];
    const device = { userId: id, label: 'Phone', userAgent: '', registration: `registration-of-${id}` };
    const times = { lastShownAt: null, lastDrillAt: null, lostAt: null };
    yield [documentPaths.device(teamId, id), { ...base, id, ...device, ...times }];
  }
  const targets = [{ kind: 'person', userId: 'ada' }];
  const step = { targets, delayMinutes: 5, mode: 'all', acknowledgedBy: 'any' };
  yield [
    documentPaths.policy(teamId, 'policy'),
    { ...base, id: 'policy', name: 'Policy', steps: [step], repeat: 0 },
  ];
  for (const [service, serviceId] of serviceIds.entries()) {
    const about = { name: serviceId, description: '', policyId: 'policy' };
    yield [documentPaths.service(teamId, serviceId), { ...base, id: serviceId, ...about }];
    if (routed) yield [serverPaths.serviceName(teamId, serviceNameId(serviceId)), { serviceId }];
    for (let number = 0; number < keysPerService; number++) {
      const key = keyOf(service, number);
      const id = `${serviceId}-${number}`;
      const kind = 'pagerduty' as const;
      const routingRules = routed ? rules.length : 0;
      const about = { name: id, serviceId: routed ? serviceIds[0] : serviceId, routingRules };
      const sender = { ...base, id, ...about, kind, keyEnding: key.slice(-4) };
      if (routed) yield [documentPaths.routing(teamId, id), { ...base, id, rules }];
      yield [documentPaths.integration(teamId, id), { ...sender, lastEventAt: null, revokedAt: null }];
      yield keyRecord(key, sender);
    }
  }
}
