/** A well-behaved team on a server under attack: its person on call is paged by alerts over HTTP, and acknowledges. */
import { setTimeout as wait } from 'node:timers/promises';
import { fromDocument, UnreadableDocument } from '#api/codec.ts';
import { ingestKeyFrom, ingestKeyId } from '#api/ingest-key.ts';
import { documentPaths } from '#api/paths.ts';
import { pageSchema } from '#domain/page/schema.ts';
import type { Random } from '#provider-kit/random.ts';
import { isPortError } from '#ports/errors.ts';
import type { Backend } from '#ports/backend.ts';

/** A broken promise of the product. */
export class Finding extends Error {}

/** Milliseconds in which any request of a well-behaved client is answered, across a restart. */
const answerMs = 60_000;

export interface Source {
  readonly serviceId: string;
  readonly key: string;
}

export interface OnCall {
  /** Another service of the team with a key, so that no alert joins an earlier page. */
  addSource(name: string): Promise<Source>;
  /** Sends until it is accepted. */
  sendAlert(source: Source, name: string): Promise<void>;
  /** Resolves with the page's id once the person is notified of it. @throws Finding after `ms` */
  paged(source: Source, ms: number): Promise<string>;
  acknowledge(pageId: string): Promise<void>;
  /** @throws Finding unless each acknowledged page still is */
  checkAcknowledged(): Promise<void>;
  /** @throws Finding unless each service has one page, of which the person was notified so often at most */
  checkPages(most: number): Promise<void>;
  dispose(): Promise<void>;
}

/** `member`: opens a client of the server. */
export async function openOnCall(url: URL, random: Random, member: (url: URL) => Backend): Promise<OnCall> {
  const teamId = `team-${random.id(8).toLowerCase()}`;
  const { auth, docs, functions, messaging, dispose } = member(url);
  await persist('create an account', () =>
    auth.createUser({ email: `${teamId}@example.com`, password: 'correct horse battery' }),
  );
  const uid = (await auth.ready())?.uid ?? '';
  const command = (name: string, input: object) => {
    const commandId = random.id();
    return persist(name, () => functions.call(name, { teamId, commandId, ...input }));
  };
  await command('createTeam', { name: 'Under attack', timezone: 'UTC', displayName: 'On call' });
  /** Number of notifications of each page. */
  const notified = new Map<string, number>();
  messaging.onMessage(({ data }) => {
    if (data?.['kind'] !== 'page') return;
    const pageId = data['pageId'] ?? '';
    notified.set(pageId, (notified.get(pageId) ?? 0) + 1);
  });
  const { id: registration } = await persist('register', () => messaging.register({ ask: true }));
  await command('registerDevice', { deviceId: 'phone', label: 'Phone', userAgent: '', registration });
  const layer = {
    name: 'Weekly',
    people: [uid],
    startsAt: 0,
    unit: 'week',
    every: 1,
    restrictions: [],
    shadow: false,
  };
  await command('saveSchedule', {
    scheduleId: 'rota',
    name: 'Rota',
    timezone: 'UTC',
    layers: [layer],
    takesEffectAt: null,
  });
  const step = {
    targets: [{ kind: 'schedule', scheduleId: 'rota' }],
    delayMinutes: 5,
    mode: 'all',
    acknowledgedBy: 'any',
  };
  await command('savePolicy', { policyId: 'policy', name: 'Policy', steps: [step], repeat: 1 });

  const page = async (pageId: string) => {
    const path = documentPaths.page(teamId, pageId);
    const found = await persist('read a page', () => docs.get(path, { source: 'server' }));
    const page = fromDocument(pageSchema, found);
    if (!page) throw new Finding(`The page ${pageId} is gone.`);
    return page;
  };
  const acknowledged = new Set<string>();
  return {
    async addSource(name) {
      const [serviceId, key] = [`service-${name}`, ingestKeyFrom(random.id(32))];
      const service = {
        description: '',
        policyId: 'policy',
        ownerId: null,
        supportHours: null,
        dependsOn: [],
      };
      await command('saveService', { serviceId, name: serviceId, ...service });
      const ids = { keyId: ingestKeyId(key), keyEnding: key.slice(-4) };
      await command('createIntegration', {
        integrationId: `key-${name}`,
        name,
        serviceId,
        kind: 'pagerduty',
        ...ids,
      });
      return { serviceId, key };
    },
    sendAlert: ({ key }, name) =>
      persist('send an alert', async () => {
        const payload = { summary: `Attacked ${name}`, source: 'hostile', severity: 'critical' };
        const event = { routing_key: key, event_action: 'trigger', dedup_key: name, payload };
        const request = {
          method: 'POST',
          body: JSON.stringify(event),
          signal: AbortSignal.timeout(answerMs),
        };
        const { status } = await fetch(new URL('/v2/enqueue', url), request).catch(() => ({ status: 503 }));
        if (status >= 500 || status === 429) throw new Unanswered(status);
        if (status !== 202) throw new Finding(`An alert was answered with ${status}.`);
      }),
    async paged({ serviceId }, ms) {
      const other = new Set<string>();
      for (const until = Date.now() + ms; Date.now() < until; await wait(20))
        for (const pageId of notified.keys()) {
          if (acknowledged.has(pageId) || other.has(pageId)) continue;
          if ((await page(pageId)).serviceId === serviceId) return pageId;
          other.add(pageId);
        }
      throw new Finding(`Nobody was notified of an alert of ${serviceId} within ${ms} ms.`);
    },
    async acknowledge(pageId) {
      await command('acknowledgePage', { pageId });
      acknowledged.add(pageId);
    },
    async checkAcknowledged() {
      for (const pageId of acknowledged) {
        const { status } = await page(pageId);
        if (status !== 'acknowledged')
          throw new Finding(`The acknowledged page ${pageId} is ${status} after a restart.`);
      }
    },
    async checkPages(most) {
      const services = new Map<string, string>();
      for (const [pageId, times] of notified) {
        if (times > most) throw new Finding(`Of the page ${pageId} the person was notified ${times} times.`);
        const serviceId = (await page(pageId)).serviceId ?? '';
        if (services.has(serviceId)) throw new Finding(`One alert of ${serviceId} has made two pages.`);
        services.set(serviceId, pageId);
      }
    },
    dispose,
  };
}

/** Refusal of a server that is gone or busy: sent again. */
class Unanswered extends Error {
  constructor(status: number) {
    super(`Answered with ${status}.`);
  }
}

const isPassing = (error: unknown) =>
  error instanceof Unanswered ||
  isPortError(error, 'unavailable', 'deadline-exceeded', 'aborted', 'cancelled');

/** Again until it is answered. @throws Finding once no answer has come for too long, or at a refusal */
async function persist<T>(what: string, run: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + answerMs; ; await wait(100))
    try {
      return await run();
    } catch (error) {
      if (error instanceof Finding) throw error;
      if (!isPassing(error) || Date.now() > until)
        throw new Finding(`A well-behaved client could not ${what}: ${String(error)}`, { cause: error });
    }
}

export const isFinding = (error: unknown): error is Error =>
  error instanceof Finding || error instanceof UnreadableDocument;
