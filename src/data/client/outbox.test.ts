import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortError } from '#ports/errors.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Performance, Trace } from '#ports/performance/performance.ts';
import { type FailedCommand, failedCommandsKey, setFailedCommands } from './commands.ts';
import { attachCommands, type Command, commandOptions } from './sending.ts';
import { attachOutbox, type OutboxStorage } from './outbox.ts';

/** A server that does each command id once, as Muster's functions do. */
class Server {
  readonly done: string[] = [];
  /** The team of each command that was done, by the command's id. */
  readonly teams: Record<string, string> = {};
  refuse: PortError | null = null;
  /** Name of the calls that are answered `unavailable`. */
  unavailable = '';
  readonly functions = {
    call: async (name: string, input: { commandId: string; teamId: string }) => {
      if (this.refuse) throw this.refuse;
      if (name === this.unavailable) throw new PortError('unavailable', 'No answer.');
      this.teams[input.commandId] = input.teamId;
      if (!this.done.includes(input.commandId)) this.done.push(input.commandId);
      return { revision: this.done.length };
    },
  } as unknown as Functions;
}

const trace: Trace = {
  start: () => undefined,
  stop: () => undefined,
  putMetric: () => undefined,
  incrementMetric: () => undefined,
  metric: () => 0,
  putAttribute: () => undefined,
  removeAttribute: () => undefined,
  attribute: () => null,
};
const performance = { trace: () => trace } as unknown as Performance;

function memory(): OutboxStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

const command = (id: string): Command<'joinIncident'> => ({
  name: 'joinIncident',
  input: { teamId: 'team', commandId: id, incidentId: 'incident' },
  givenAt: 1,
});

const acknowledgement = (commandId: string, pageId: string): Command<'acknowledgePage'> => ({
  name: 'acknowledgePage',
  input: { teamId: 'team', commandId, pageId },
  givenAt: 1,
});

const receipt = (commandId: string, pageId: string): Command<'recordReceipt'> => ({
  name: 'recordReceipt',
  input: { teamId: 'team', commandId, pageId, deliveryId: `${pageId}-delivery`, receipt: 'shown' },
  givenAt: 1,
});

const clients: QueryClient[] = [];

/** A page: its own client, the browser's storage, the shared server. */
function page(server: Server, storage: OutboxStorage, uid = 'lin') {
  const client = new QueryClient();
  clients.push(client);
  client.mount();
  attachCommands(client, { functions: () => server.functions, performance: () => performance });
  const stop = attachOutbox(client, storage, uid, 'team');
  const give = (id: string) => send(command(id));
  const send = (given: Command) =>
    new MutationObserver<unknown, Error, Command>(client, commandOptions(given)).mutate(given);
  const leave = () => {
    stop();
    client.unmount();
    client.clear();
  };
  return { client, give, send, leave };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
  onlineManager.setOnline(true);
});

describe('commands given while the backend is out of reach', () => {
  it('land once, in order, when it is back', async () => {
    const server = new Server();
    const { give } = page(server, memory());
    const given = [give('a'), give('b'), give('c')];
    await turn();
    expect(server.done).toEqual([]);
    onlineManager.setOnline(true);
    await Promise.all(given);
    expect(server.done).toEqual(['a', 'b', 'c']);
  });

  it('survive a reload, and are forgotten once done', async () => {
    const server = new Server();
    const storage = memory();
    const before = page(server, storage);
    void before.give('a');
    void before.give('b');
    await turn();
    before.leave();
    page(server, storage);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(server.done).toEqual(['a', 'b']);
    expect(storage.kept.size).toBe(0);
  });

  it('belong to the person who gave them', async () => {
    const server = new Server();
    const storage = memory();
    const before = page(server, storage, 'lin');
    void before.give('a');
    await turn();
    before.leave();
    page(server, storage, 'sam');
    onlineManager.setOnline(true);
    await turn();
    expect(server.done).toEqual([]);
  });

  it('stay in the store while another tab of the same person gives and finishes its own', async () => {
    const server = new Server();
    const storage = memory();
    const first = page(server, storage);
    void first.give('a');
    await turn();
    const second = page(server, storage);
    void second.give('b');
    await turn();
    first.leave();
    second.leave();
    expect(storage.getItem('muster.outbox.lin')).toMatch(/"a".*"b"/);
  });

  it('are not sent again after a refusal, and do not hold up the next', async () => {
    const server = new Server();
    const storage = memory();
    const { give } = page(server, storage);
    server.refuse = new PortError('permission-denied', 'No.');
    const refused = give('a').catch((error: unknown) => error);
    onlineManager.setOnline(true);
    expect(await refused).toMatchObject({ code: 'permission-denied' });
    server.refuse = null;
    await give('b');
    expect(server.done).toEqual(['b']);
    expect(storage.kept.size).toBe(0);
  });

  it('start from nothing when what was kept can’t be read', async () => {
    const server = new Server();
    const storage = memory();
    storage.setItem('muster.outbox.lin', '{broken');
    const { give } = page(server, storage);
    onlineManager.setOnline(true);
    await give('a');
    expect(server.done).toEqual(['a']);
  });

  it('refused after a reload are kept, so that the person can be told', async () => {
    const server = new Server();
    const storage = memory();
    const before = page(server, storage);
    void before.give('a');
    await turn();
    before.leave();
    const { client } = page(server, storage);
    server.refuse = new PortError('permission-denied', 'No.');
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(client.getQueryData(['failed-commands'])).toMatchObject([
      { command: { input: { commandId: 'a' } }, error: { code: 'permission-denied' } },
    ]);
    expect(storage.getItem('muster.outbox.lin')).toBeNull();
  });

  it('that were stored without a team are sent to the team that is open, once', async () => {
    const server = new Server();
    const storage = memory();
    const { teamId: _, ...input } = command('a').input;
    const kept = [
      { ...command('a'), input },
      { ...command('b'), input: { ...command('b').input, teamId: 'other' } },
    ];
    storage.setItem('muster.outbox.lin', JSON.stringify(kept));
    page(server, storage);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(server.teams).toEqual({ a: 'team', b: 'other' });
    expect(storage.kept.size).toBe(0);
  });

  it('that fail after a reload are kept over the next one, until they are dismissed', async () => {
    const server = new Server();
    const storage = memory();
    const first = page(server, storage);
    void first.give('a');
    await turn();
    first.leave();
    server.refuse = new PortError('permission-denied', 'Not you.', {
      details: { muster: { code: 'forbidden' } },
    });
    const second = page(server, storage);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    const failedOf = ({ client }: typeof second) =>
      client.getQueryData<readonly FailedCommand[]>(failedCommandsKey) ?? [];
    expect(failedOf(second).map((one) => one.command.input.commandId)).toEqual(['a']);
    second.leave();

    const third = page(server, storage);
    expect(failedOf(third)).toEqual([{ command: command('a'), error: server.refuse }]);
    expect(failedOf(page(server, storage, 'sam'))).toEqual([]);
    setFailedCommands(third.client, () => []);
    third.leave();
    expect(failedOf(page(server, storage))).toEqual([]);
  });

  it('leave out what is no command', async () => {
    const server = new Server();
    const storage = memory();
    storage.setItem('muster.outbox.lin', '[null, 3, {"name":"nothing","input":{}}]');
    const { give } = page(server, storage);
    onlineManager.setOnline(true);
    await give('a');
    expect(server.done).toEqual(['a']);
  });
});

describe('commands about different aggregates', () => {
  beforeEach(() => onlineManager.setOnline(true));

  it('do not wait: an acknowledgement goes out while a receipt of another page is retried', async () => {
    const server = new Server();
    server.unavailable = 'recordReceipt';
    const { client, send } = page(server, memory());
    send(receipt('receipt', 'p1')).catch(() => undefined);
    await turn();
    await send(acknowledgement('acknowledgement', 'p2'));
    expect(server.done).toEqual(['acknowledgement']);
    expect(client.isMutating()).toBe(1);
  });

  it('do not wait for each other after a reload, where those about one keep their order', async () => {
    const server = new Server();
    server.unavailable = 'recordReceipt';
    const storage = memory();
    onlineManager.setOnline(false);
    const before = page(server, storage);
    before.send(receipt('receipt', 'p1')).catch(() => undefined);
    void before.give('a');
    void before.send(acknowledgement('acknowledgement', 'p1'));
    void before.give('b');
    await turn();
    before.leave();
    page(server, storage);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(server.done).toContain('acknowledgement');
    expect(server.done.filter((id) => id !== 'acknowledgement')).toEqual(['a', 'b']);
    expect(storage.getItem('muster.outbox.lin')).toContain('"receipt"');
  });
});
