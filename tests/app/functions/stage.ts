/** Muster's server code on the embedded cloud, with the demonstration team in it and the clock in the test's hands. */
// Loaded before the clock of a test begins, which does not wait for scripts.
import '#api/calendar-events.ts';
import '#api/routing-patterns.ts';
import '#fakes/cloud/inbox-mail.ts';
import '#functions/feeds/calendar.ts';
import '#functions/on-demand.ts';
import type * as v from 'valibot';
import type { CommandInput, CommandName, CommandOutput } from '#api/commands.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { deliverySchema, pageSchema, type Delivery, type Page } from '#domain/page/schema.ts';
import { timelineEventSchema, type TimelineEvent } from '#domain/timeline/schema.ts';
import { type DomainError } from '#domain/errors.ts';
import { decodeError } from '#api/error-encoding.ts';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { compareEvents } from '#domain/timeline/labels.ts';
import { credentialOf } from '#demo/accounts.ts';
import { projectRules } from '#demo/rules.ts';
import { demoConfig, seedDemo } from '#demo/team.ts';
import { demoTeamId } from '#demo/team/people.ts';
import { connect, type EmbeddedClient } from '#fakes/client/client.ts';
import { ManualClock, settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { CloudOptions } from '#fakes/cloud/cloud-options.ts';
import { createFunctions } from '#functions/index.ts';
import { fromDocument, toDocument } from '#api/codec.ts';
import { demoSecret } from './demo-keys.ts';
import { isPortError, type PortError } from '#ports/errors.ts';
import type { FunctionSet, HttpResponse } from '#ports/server/handlers.ts';
import { query } from '#ports/docs/query.ts';
import indexes from '../../../firestore.indexes.json?raw';

export const teamId = demoTeamId;

export const plainIncident = {
  ...{ title: 'Checkout fails', severity: 'SEV3', serviceIds: [] },
  ...{ private: false, alertId: null, page: [] },
} satisfies Omit<CommandInput<'declareIncident'>, 'teamId' | 'commandId'>;

export class FunctionsStage {
  readonly cloud: FakeCloud;
  private readonly clients = new Map<string, Promise<EmbeddedClient>>();
  private commands = 0;

  private constructor(
    functions: FunctionSet,
    more: Pick<CloudOptions, 'http' | 'mail' | 'clock' | 'workers'>,
  ) {
    this.cloud = new FakeCloud({ functions, config: demoConfig, indexes, rules: projectRules, ...more });
  }

  /** `more`: by which backend code reaches the outside. Default: it can’t. */
  static async open(
    functions: FunctionSet = createFunctions(),
    more: Pick<CloudOptions, 'http' | 'mail' | 'clock' | 'workers'> = {},
  ): Promise<FunctionsStage> {
    const stage = new FunctionsStage(functions, more);
    await seedDemo(stage.server, demoSecret);
    stage.cloud.keepAsInitial();
    return stage;
  }

  get server() {
    return this.cloud.server;
  }

  /** Days in which the cloud stands still: one sweep follows instead of one a minute. */
  async standStill(ms: number): Promise<void> {
    const { clock } = this.cloud;
    if (!(clock instanceof ManualClock)) throw new Error('This clock can’t jump.');
    await clock.jump(ms);
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await (await client).dispose();
    this.cloud.dispose();
  }

  /** Signed-in member of the demonstration team; the same browser each time. */
  person(id: string): Promise<EmbeddedClient> {
    const known = this.clients.get(id);
    if (known) return known;
    const entering = this.enter(id);
    this.clients.set(id, entering);
    return entering;
  }

  /** A browser in which nobody is signed in. */
  stranger(name = 'stranger'): Promise<EmbeddedClient> {
    const known = this.clients.get(name);
    if (known) return known;
    const opening = this.open();
    this.clients.set(name, opening);
    return opening;
  }

  private async open(): Promise<EmbeddedClient> {
    const client = connect(this.cloud);
    await settle();
    return client;
  }

  private async enter(id: string): Promise<EmbeddedClient> {
    const client = await this.open();
    await client.auth.signIn(credentialOf({ id }));
    return client;
  }

  newCommand(): string {
    return `command-${++this.commands}`;
  }

  async call<N extends CommandName>(
    who: string,
    name: N,
    input: Omit<CommandInput<N>, 'teamId' | 'commandId'> & {
      readonly commandId?: string;
      readonly teamId?: string;
    },
  ): Promise<CommandOutput<N>> {
    const client = await this.person(who);
    const command = { teamId, commandId: this.newCommand(), ...input };
    return client.functions.call<CommandOutput<N>>(name, command);
  }

  /** Declares an incident: SEV3, public, without services, alert and pages, unless `more` says otherwise. */
  declare(
    who: string,
    more: Partial<Omit<CommandInput<'declareIncident'>, 'teamId'>> = {},
  ): Promise<CommandOutput<'declareIncident'>> {
    return this.call(who, 'declareIncident', { ...plainIncident, ...more });
  }

  async signOutEverywhere(who: string): Promise<void> {
    const { functions } = await this.person(who);
    await functions.call('signOutEverywhere', {});
  }

  async http(
    path: string,
    body: unknown,
    method = 'POST',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse & { readonly json: unknown }> {
    const client = await this.stranger('machine');
    const answer = await client.control.http({
      method,
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    // Work that continues after the answer.
    await settle();
    return { ...answer, json: JSON.parse(answer.body) as unknown };
  }

  async get<S extends v.GenericSchema>(schema: S, path: string): Promise<v.InferOutput<S>> {
    const entity = fromDocument(schema, await this.server.docs.get(path));
    if (entity === null) throw new Error(`There is nothing at ${path}.`);
    return entity;
  }

  async all<S extends v.GenericSchema>(schema: S, collection: string): Promise<v.InferOutput<S>[]> {
    const found = await this.server.docs.find(query(collection));
    return found.map((one) => fromDocument(schema, one) as v.InferOutput<S>);
  }

  page(id: string): Promise<Page> {
    return this.get(pageSchema, documentPaths.page(teamId, id));
  }

  incident(id: string): Promise<Incident> {
    return this.get(incidentSchema, documentPaths.incident(teamId, id));
  }

  alert(id: string): Promise<Alert> {
    return this.get(alertSchema, documentPaths.alert(teamId, id));
  }

  deliveries(pageId: string): Promise<Delivery[]> {
    return this.all(deliverySchema, collectionPaths.deliveries(teamId, pageId));
  }

  /** Alerts that the tests have caused: all but those of the team's history. */
  async newAlerts(): Promise<Alert[]> {
    const alerts = await this.all(alertSchema, collectionPaths.alerts(teamId));
    return alerts.filter(({ id }) => !id.endsWith('-alert'));
  }

  async onlyAlert(): Promise<Alert> {
    const [only, ...others] = await this.newAlerts();
    if (!only || others.length > 0)
      throw new Error(`One alert was expected, not ${others.length + (only ? 1 : 0)}.`);
    return only;
  }

  async timeline(incidentId: string): Promise<TimelineEvent[]> {
    return (await this.all(timelineEventSchema, collectionPaths.timeline(teamId, incidentId))).sort(
      compareEvents,
    );
  }

  /** All stored state that clients or the server wrote, for tests that nothing changed. */
  stored(): string {
    return JSON.stringify(this.cloud.snapshot().services.docs);
  }

  /** The same for tests of requests to the HTTP API and from Slack, which are counted. */
  storedBesidesRates(): string {
    const { docs } = this.cloud.snapshot().services as {
      readonly docs: { readonly docs: readonly { readonly path: string }[] };
    };
    return JSON.stringify(docs.docs.filter(({ path }) => !/\/(?:apiKey|slack)Rates\//u.test(path)));
  }

  async save(path: string, entity: object): Promise<void> {
    await this.server.docs.batch([{ type: 'set', path, data: toDocument(entity) }]);
  }
}

/** The refusal that a call ends in: its code, and the domain's error if it carries one. */
export async function errorOf(
  call: Promise<unknown>,
): Promise<{ readonly code: PortError['code']; readonly error: DomainError | null }> {
  try {
    await call;
  } catch (error) {
    if (isPortError(error)) return { code: error.code, error: decodeError(error.details) };
    throw error;
  }
  throw new Error('It was expected to be refused, and was not.');
}
