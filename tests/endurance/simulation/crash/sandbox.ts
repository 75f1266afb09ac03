/** Muster's server code on a fresh embedded cloud with the simulated team, and the messages that people received. */
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { projectRules } from '#demo/rules.ts';
import { TestBrowser } from '#fakes/client/browser.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { serverTimestamp } from '#ports/docs/values.ts';
import { isPortError } from '#ports/errors.ts';
import type { PushMessage } from '#ports/messaging/messaging.ts';
import type { HttpResponse } from '#ports/server/handlers.ts';
import indexes from '../../../../firestore.indexes.json?raw';
import { quickClock } from '../quick-clock.ts';
import { credentialOf, seedTeam, teamId } from '../team.ts';

export interface Received {
  readonly uid: string;
  readonly message: PushMessage;
}

type Own<N extends CommandName> = Omit<CommandInput<N>, 'teamId' | 'commandId'> & {
  readonly teamId?: string;
  readonly commandId?: string;
};

export class Sandbox {
  readonly cloud: FakeCloud;
  readonly received: Received[] = [];
  /** Number of crashed runs of backend code, with or without a waiting caller. */
  deaths = 0;
  private readonly clients = new Map<string, EmbeddedClient>();
  private commands = 0;

  private constructor() {
    this.cloud = new FakeCloud({
      clock: quickClock(),
      functions: createFunctions(),
      indexes,
      rules: projectRules,
      onFailure: ({ kind, name, error }) => {
        if (!isPortError(error, 'unavailable')) throw new Error(`${kind} ${name} failed.`, { cause: error });
        this.deaths++;
      },
    });
  }

  static async open(): Promise<Sandbox> {
    const sandbox = new Sandbox();
    await seedTeam(sandbox.cloud.server, false);
    return sandbox;
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await client.dispose();
    this.cloud.dispose();
  }

  async person(uid: string): Promise<EmbeddedClient> {
    const known = this.clients.get(uid);
    if (known) return known;
    const client = connect(this.cloud, { browser: new TestBrowser() });
    this.clients.set(uid, client);
    client.messaging.onMessage((message) => this.received.push({ uid, message }));
    await settle();
    await client.auth.signIn(credentialOf(uid));
    return client;
  }

  /** Registers the browsers of persons for pages; returns the registrations, which are also the ids of the devices. */
  async enroll(...uids: readonly string[]): Promise<string> {
    let last = '';
    for (const uid of uids) {
      const { messaging } = await this.person(uid);
      const { id } = await messaging.register({ ask: true });
      await this.call(uid, 'registerDevice', { deviceId: id, registration: id, label: '', userAgent: '' });
      last = id;
    }
    return last;
  }

  /** Sends a command again, as Muster's client does, while the answer is `unavailable`. */
  async call<N extends CommandName>(uid: string, name: N, own: Own<N>): Promise<CommandOutput<N>> {
    const { functions } = await this.person(uid);
    const input = { teamId, commandId: `command-${this.commands++}`, ...own };
    return this.again(() => functions.call<CommandOutput<N>>(name, input));
  }

  /** A session that has ended meanwhile is the answer to the repetition. */
  async signOutEverywhere(uid: string): Promise<void> {
    const { functions } = await this.person(uid);
    const deaths = this.deaths;
    try {
      await this.again(() => functions.call('signOutEverywhere', {}));
    } catch (error) {
      if (this.deaths === deaths || !isPortError(error, 'unauthenticated')) throw error;
    }
  }

  private async again<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!isPortError(error, 'unavailable') || attempt > 3) throw error;
        this.deaths++;
      }
    }
  }

  /** Writes a comment as a browser does. */
  async comment(uid: string, incidentId: string, id: string, body: string): Promise<void> {
    const { docs } = await this.person(uid);
    const path = documentPaths.timelineEvent(teamId, incidentId, id);
    const base = { id, teamId, incidentId, createdBy: uid, createdAt: serverTimestamp(), revision: 1 };
    await docs.write({ type: 'set', path, data: { ...base, sequence: 0, kind: 'comment', body } });
  }

  /** Posts again after a 5xx, as Alertmanager and PagerDuty's clients do. */
  async post(path: string, body: object): Promise<HttpResponse> {
    const { control } = await this.person('olga');
    const headers = { 'content-type': 'application/json' };
    const request = { method: 'POST', path, headers, body: JSON.stringify(body) };
    for (let attempt = 0; ; attempt++) {
      const answer = await control.http(request);
      if (answer.status < 500 || attempt > 3) return answer;
    }
  }

  /** Names of the tasks that wait, in alphabetical order. */
  get waiting(): readonly string[] {
    const { functions } = this.cloud.snapshot().services as {
      functions: { tasks: { waiting: readonly { readonly name: string }[] } };
    };
    return functions.tasks.waiting.map(({ name }) => name).toSorted();
  }

  dieAt(operation: string, afterWrites: number): void {
    this.cloud.faults.inject({ kind: 'crash', service: 'functions', operation, afterWrites });
  }

  async field(path: string, name: string): Promise<string> {
    const { data } = await this.cloud.server.docs.get(path);
    const value = data?.[name];
    if (typeof value !== 'string') throw new Error(`${path} has no ${name}.`);
    return value;
  }

  /** The page of an alert. */
  pageOf(alertId: string): Promise<string> {
    return this.field(documentPaths.alert(teamId, alertId), 'pageId');
  }

  /** The alert that a machine opened under a dedup key. */
  alertOf(integrationId: string, dedupKey: string): Promise<string> {
    return this.field(serverPaths.alertKey(teamId, integrationId, dedupKey), 'alertId');
  }
}
