/** The demonstration team and another one beside it, with a browser for each role. */
import fc from 'fast-check';
import { checkInput, type CommandName } from '#api/commands.ts';
import { commandRecordId } from '#api/command-record.ts';
import { serverPaths } from '#api/server-paths.ts';
import { decodeError } from '#api/error-encoding.ts';
import { portErrorOf } from '#functions/kernel/command-failed.ts';
import type { DocsData } from '#fakes/cloud/docs/database.ts';
import type { EmbeddedClient } from '#fakes/client/client.ts';
import { isPortError } from '#ports/errors.ts';
import type { Pools } from './inputs.ts';
import { faultOfSentence } from './plain-words.ts';
import { FunctionsStage, teamId } from './stage.ts';

export const roles = [
  'nobody',
  'guest',
  'stranger',
  'member of another team',
  'viewer',
  'responder',
  'admin',
  'owner',
] as const;
export type Role = (typeof roles)[number];

const inTeam: Partial<Readonly<Record<Role, string>>> = {
  viewer: 'tom',
  responder: 'priya',
  admin: 'mei',
  owner: 'amara',
};

/** State of a cloud at one moment. */
interface Stored {
  readonly docs: DocsData['docs'];
  /** All other services and the versions of documents, as JSON. */
  readonly others: string;
}

export const otherTeamId = 'elsewhere';
/** The id of a command that the owner has given. */
export const givenCommandId = 'given-by-the-owner';

/** JSON of any shape, with values that have broken servers before. */
export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    '',
    ' ',
    '.',
    '..',
    '__x__',
    'a/b',
    '$[#]',
    '\u0000',
    '\ud800',
    'x'.repeat(5_000),
    -1,
    1.5,
    1e300,
    Number.MAX_SAFE_INTEGER,
    [[[[[]]]]],
    JSON.parse('{"__proto__":{"kind":"people"},"constructor":1}'),
  ),
);

/** Ids of commands by giver: each test of each command asks for them. */
const commandIds = new Map<string, readonly string[]>();

function commandIdsOf(giver: string): readonly string[] {
  const known = commandIds.get(giver);
  if (known) return known;
  const ids = Array.from({ length: 10_000 }, (_, n) => `${giver.replaceAll(' ', '-')}-${n}`);
  commandIds.set(giver, ids);
  return ids;
}

export class HostileStage {
  readonly stage: FunctionsStage;
  /** Ids of both teams. */
  readonly pools: Pools;
  private readonly clients: ReadonlyMap<Role, EmbeddedClient>;

  private constructor(stage: FunctionsStage, pools: Pools, clients: ReadonlyMap<Role, EmbeddedClient>) {
    this.stage = stage;
    this.pools = pools;
    this.clients = clients;
  }

  static async open(): Promise<HostileStage> {
    const stage = await FunctionsStage.open();
    const clients = new Map<Role, EmbeddedClient>();
    for (const role of roles) {
      const uid = inTeam[role];
      clients.set(role, await (uid === undefined ? stage.stranger(role) : stage.person(uid)));
    }
    await clients.get('guest')?.auth.guests.signIn();
    for (const role of ['stranger', 'member of another team'] as const) {
      const email = `${role.replaceAll(' ', '-')}@example.com`;
      await clients.get(role)?.auth.createUser({ email, password: 'correct horse' });
    }
    const pools = await populate(stage, clients);
    return new HostileStage(stage, pools, clients);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Pools of values, with ids of commands that are given under this name only. */
  poolsOf(giver: string): Pools {
    return { ...this.pools, commandId: commandIdsOf(giver) };
  }

  /** The record of the owner's command `givenCommandId`. */
  async givenRecord(): Promise<object | null> {
    const recordId = commandRecordId(inTeam.owner ?? '', givenCommandId);
    return (await this.stage.server.docs.get(serverPaths.command(teamId, recordId))).data;
  }

  /** Stored state of a team, or of everything. */
  stored(team?: string): Stored {
    const { docs, realtime, storage, messaging, functions } = this.stage.cloud.snapshot().services;
    const { docs: all, ...rest } = docs as DocsData;
    if (team !== undefined)
      return { docs: all.filter(({ path }) => `${path}/`.startsWith(`teams/${team}/`)), others: '' };
    return { docs: all, others: JSON.stringify([rest, realtime, storage, messaging, functions]) };
  }

  /**
   * Makes the call and returns `done`, or the code of the error.
   * @throws Error for an answer that is no answer of a callable, and for a refusal that changed something
   */
  async answerOf(role: Role, name: CommandName, input: unknown): Promise<string> {
    const client = this.clients.get(role);
    if (!client) throw new Error(`Nobody is ${role}.`);
    const before = this.stored();
    try {
      const output = await client.functions.call<{ readonly revision: number }>(name, input as never);
      if (!checkInput(name, input).ok) throw new Error('This input was taken.');
      if (!Number.isInteger(output.revision)) throw new Error('The answer has no revision.');
      return 'done';
    } catch (error) {
      if (!isPortError(error)) throw error;
      const told = decodeError(error.details);
      if (told === null) throw new Error(`${error.code} is not of the catalogue.`, { cause: error });
      const expected = portErrorOf(told);
      if (error.code !== expected.code || error.message !== told.message)
        throw new Error(`${told.code} came as ${error.code}, “${error.message}”.`, { cause: error });
      const fault = faultOfSentence(told.message);
      if (fault !== null) throw new Error(fault, { cause: error });
      if (!sameStored(this.stored(), before))
        throw new Error(`Refused with ${told.code}, and yet something changed.`, { cause: error });
      return told.code;
    }
  }
}

/** Documents are immutable: one that was not written is the same object as before, and is not encoded again. */
export const sameStored = (one: Stored, other: Stored): boolean =>
  one.others === other.others &&
  one.docs.length === other.docs.length &&
  one.docs.every(
    (doc, at) => doc === other.docs[at] || JSON.stringify(doc) === JSON.stringify(other.docs[at]),
  );

/** Creates entities in the other team, and returns the ids of both teams. */
async function populate(stage: FunctionsStage, clients: ReadonlyMap<Role, EmbeddedClient>): Promise<Pools> {
  const outside = clients.get('member of another team');
  const uid = outside?.auth.currentUser()?.uid ?? '';
  const elsewhere = async <T>(name: CommandName, input: object): Promise<T> =>
    (await outside?.functions.call(name, {
      teamId: otherTeamId,
      commandId: `elsewhere-${name}`,
      ...input,
    } as never)) as T;
  await elsewhere('createTeam', { name: 'Elsewhere', timezone: 'UTC', displayName: 'Noor' });
  const device = { label: 'Phone', userAgent: '', registration: null };
  await elsewhere('registerDevice', { ...device, deviceId: 'their-device' });
  const theirs = await elsewhere<{ incidentId: string; pageIds: string[] }>('declareIncident', {
    title: 'Theirs',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: [uid] }],
  });
  const own = await stage.call('amara', 'declareIncident', {
    commandId: givenCommandId,
    title: 'Ours',
    severity: 'SEV3',
    serviceIds: [],
    private: false,
    alertId: null,
    page: [{ kind: 'people', userIds: ['priya', 'mei'] }],
  });
  await stage.call('priya', 'registerDevice', { ...device, deviceId: 'our-device' });
  await stage.call('amara', 'assignRole', { incidentId: own.incidentId, role: 'scribe', userId: 'mei' });
  await stage.cloud.advance(1);
  const [pageId = ''] = own.pageIds;
  const [delivery] = await stage.deliveries(pageId);
  const incidents = [own.incidentId, 'incident-41', 'incident-40', theirs.incidentId];
  return {
    teamId: [teamId],
    ids: ['nothing-has-this-id', 'amara', 'system'],
    incidentId: incidents,
    intoId: incidents,
    alertId: ['import-alert', 'cards-alert', 'nothing-has-this-id'],
    pageId: [pageId, 'checkout-page', ...theirs.pageIds],
    deliveryId: [delivery?.id ?? '', 'nothing-has-this-id'],
    deviceId: ['our-device', 'their-device', 'a-new-device', 'another-new-device'],
    userId: ['priya', 'mei', 'tom', uid],
    userIds: ['priya', 'mei', 'tom', uid],
    policyId: ['shop', 'nothing-has-this-id'],
    serviceIds: ['checkout', 'payments', 'nothing-has-this-id'],
    serviceId: ['checkout', 'payments', 'nothing-has-this-id'],
    integrationId: ['checkout-alertmanager', 'a-new-integration', 'another-new-integration'],
  };
}
