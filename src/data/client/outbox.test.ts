import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeError } from '#api/error-encoding.ts';
import { PortError } from '#ports/errors.ts';
import { ageOf, hasExpired } from './command-age.ts';
import type { Functions } from '#ports/functions/functions.ts';
import type { Docs } from '#ports/docs/docs.ts';
import type { Realtime } from '#ports/realtime/realtime.ts';
import type { Performance, Trace } from '#ports/performance/performance.ts';
import { type FailedCommand, failedCommandsKey, sendCommand, setFailedCommands } from './commands.ts';
import { commandGiven, commandOptions } from './command-options.ts';
import { attachCommands, type Command } from './sending.ts';
import { attachOutbox } from './outbox.ts';
import type { OutboxStorage } from './outbox-storage.ts';

/** A server that does each command id once, as Muster's functions do. */
class Server {
  readonly done: string[] = [];
  calls = 0;
  /** The team of each command that was done, by the command's id. */
  readonly teams: Record<string, string> = {};
  refuse: PortError | null = null;
  /** Name of the calls that are answered `unavailable`. */
  unavailable = '';
  readonly functions = {
    call: async (name: string, input: { commandId: string; teamId: string }) => {
      this.calls++;
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
/** Commands alone are given here. */
const noDocs = {} as Docs;
const noRealtime = {} as Realtime;
const performance = { trace: () => trace } as unknown as Performance;

function memory(): OutboxStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    watch: () => () => undefined,
  };
}

const command = (id: string): Command<'joinIncident'> =>
  commandGiven('joinIncident', { teamId: 'team', commandId: id, incidentId: 'incident' }, 1);

const acknowledgement = (commandId: string, pageId: string, givenAt = 1): Command<'acknowledgePage'> =>
  commandGiven('acknowledgePage', { teamId: 'team', commandId, pageId }, givenAt);

const receipt = (commandId: string, pageId: string): Command<'recordReceipt'> => {
  const input = {
    teamId: 'team',
    commandId,
    pageId,
    deliveryId: `${pageId}-delivery`,
    receipt: 'shown',
  } as const;
  return commandGiven('recordReceipt', input, 1);
};

/** This browser's clock: its beats run when it is moved. */
const clock = {
  now: 1,
  beats: new Set<() => void>(),
  move(to: number) {
    clock.now = to;
    for (const beat of clock.beats) beat();
  },
  live: {
    now: () => clock.now,
    every(_: number, run: () => void) {
      clock.beats.add(run);
      return () => clock.beats.delete(run);
    },
  },
};
const tenMinutes = 10 * 60_000;

const clients: QueryClient[] = [];

/** A page: its own client, the browser's storage, the shared server. */
function page(server: Server, storage: OutboxStorage, uid = 'lin', client = new QueryClient()) {
  const unstored: number[] = [];
  clients.push(client);
  client.mount();
  attachCommands(client, {
    now: () => clock.now,
    functions: () => server.functions,
    performance: () => performance,
  });
  const carriers = { docs: noDocs, realtime: noRealtime, now: () => clock.now };
  const onUnstored = (count: number) => void unstored.push(count);
  const options = { clock: clock.live, carriers, onUnstored };
  const stop = attachOutbox(client, storage, { uid, teamId: 'team' }, options);
  const give = (id: string) => send(command(id));
  const send = (given: Command) =>
    new MutationObserver<unknown, Error, Command>(client, commandOptions(given)).mutate(given);
  const leave = () => {
    stop();
    client.unmount();
    client.clear();
  };
  return { client, give, send, leave, stop, unstored };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => {
  clock.now = 1;
  clock.beats.clear();
  onlineManager.setOnline(false);
});
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
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a', 'muster.outbox.lin/b']);
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
    storage.setItem('muster.outbox.lin/x', '{broken');
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
    expect([...storage.kept.keys()]).toEqual(['muster.failed-commands.lin/a']);
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
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/receipt']);
  });
});

describe('commands of several tabs', () => {
  const failuresIn = ({ kept }: ReturnType<typeof memory>) =>
    [...kept.keys()].filter((key) => key.startsWith('muster.failed-commands.'));

  it('that fail are kept beside each other: no tab overwrites those of another', async () => {
    const server = new Server();
    const storage = memory();
    const earlier = page(server, storage);
    void earlier.give('a');
    await turn();
    earlier.leave();
    const [first, second] = [page(server, storage), page(server, storage)];
    const failure = (id: string) => ({
      command: command(id),
      error: new PortError('permission-denied', 'No.'),
    });
    setFailedCommands(first.client, (all) => [...all, failure('b')]);
    setFailedCommands(second.client, (all) => [...all, failure('c')]);
    expect(failuresIn(storage)).toEqual(['muster.failed-commands.lin/b', 'muster.failed-commands.lin/c']);
    setFailedCommands(second.client, () => []);
    expect(failuresIn(storage)).toEqual(['muster.failed-commands.lin/b']);
  });

  it('kept by a version before under one key are taken over', async () => {
    const storage = memory();
    const error = { code: 'permission-denied', message: 'No.', details: null };
    storage.setItem('muster.outbox.lin', JSON.stringify([command('a'), command('b')]));
    storage.setItem('muster.failed-commands.lin', JSON.stringify([{ command: command('c'), error }]));
    const server = new Server();
    page(server, storage);
    expect([...storage.kept.keys()].toSorted()).toEqual([
      'muster.failed-commands.lin/c',
      'muster.outbox.lin/a',
      'muster.outbox.lin/b',
    ]);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(server.done).toEqual(['a', 'b']);
  });
});

describe('a command that asks or releases people', () => {
  it('fails offline ten minutes after it was given, with its time, and is not sent', async () => {
    const server = new Server();
    const storage = memory();
    const { client, send, give } = page(server, storage);
    const sent = sendCommand(client, acknowledgement('ack', 'p'), {}).catch((error: unknown) => error);
    void give('a');
    await turn();
    clock.move(tenMinutes + 1);
    expect(client.isMutating()).toBe(2);
    clock.move(tenMinutes + 2);
    const { message, details } = (await sent) as PortError;
    expect(decodeError(details)).toMatchObject({ code: 'expired' });
    expect(message).toMatch(
      /^You gave it at \d\d:\d\d, and the server did not confirm it within 10 minutes\./u,
    );
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a']);
    onlineManager.setOnline(true);
    await turn();
    await send(acknowledgement('later', 'p', clock.now));
    expect(server.done).toEqual(['a', 'later']);
  });

  it('that an earlier page gave fails at the start of the next one, and is kept as failed', async () => {
    const server = new Server();
    const storage = memory();
    const before = page(server, storage);
    void before.send(acknowledgement('ack', 'p'));
    await turn();
    before.leave();
    clock.now = tenMinutes + 2;
    const { client } = page(server, storage);
    expect(client.getQueryData(failedCommandsKey)).toMatchObject([
      { command: { input: { commandId: 'ack' } } },
    ]);
    expect([...storage.kept.keys()]).toEqual(['muster.failed-commands.lin/ack']);
    onlineManager.setOnline(true);
    await turn();
    expect(server.done).toEqual([]);
  });

  it('is not sent when a sleeping computer wakes after its time, before any look at the clock', async () => {
    const server = new Server();
    const { send } = page(server, memory());
    const sent = send(acknowledgement('ack', 'p')).catch((error: unknown) => error);
    await turn();
    clock.now = tenMinutes + 2;
    onlineManager.setOnline(true);
    expect(decodeError(((await sent) as PortError).details)?.code).toBe('expired');
    expect(server.done).toEqual([]);
  });

  it('is sent with its age; a clock that was set back says nothing of it', () => {
    expect(ageOf({ givenAt: 1_000 }, 61_000)).toBe(60_000);
    expect(ageOf({ givenAt: 61_000 }, 1_000)).toBe(0);
    expect(hasExpired({ ...acknowledgement('ack', 'p'), givenAt: 600_000 }, 1_000)).toBe(true);
    expect(hasExpired({ ...command('a'), givenAt: 1 }, 100 * tenMinutes)).toBe(false);
  });
});

describe('a change that another tab has left', () => {
  it('is sent by a tab that stays, half a minute after the connection is back', async () => {
    const server = new Server();
    const storage = memory();
    page(server, storage);
    const closed = page(server, storage);
    void closed.give('a');
    await turn();
    closed.leave();
    clock.move(5_000);
    onlineManager.setOnline(true);
    clock.move(10_000);
    await turn();
    expect(server.done).toEqual([]);
    clock.move(39_999);
    await turn();
    expect(server.done).toEqual([]);
    clock.move(40_000);
    await turn();
    expect(server.done).toEqual(['a']);
    expect(storage.kept.size).toBe(0);
  });

  it('is not taken from a tab that is waiting for its answer', async () => {
    const server = new Server();
    const storage = memory();
    const other = page(server, storage);
    page(server, storage);
    onlineManager.setOnline(true);
    await other.give('a');
    clock.move(5_000);
    clock.move(60_000);
    await turn();
    expect(server.calls).toBe(1);
  });
});

describe('changes of one incident', () => {
  it('keep their order although the clock is set back between them', async () => {
    const server = new Server();
    const storage = memory();
    const before = page(server, storage);
    const joined = (id: string, givenAt: number) => ({ ...command(id), givenAt });
    void before.send(joined('a', 900_000));
    void before.send(joined('b', 1_000));
    await turn();
    before.leave();
    page(server, storage);
    onlineManager.setOnline(true);
    await turn();
    await turn();
    expect(server.done).toEqual(['a', 'b']);
  });
});

describe('a browser in which somebody else signs in', () => {
  it('sends nothing of the person before, and keeps it for them', async () => {
    const server = new Server();
    const storage = memory();
    const lin = page(server, storage, 'lin');
    void lin.give('a');
    await turn();
    lin.stop();
    const sam = page(server, storage, 'sam', lin.client);
    onlineManager.setOnline(true);
    await turn();
    expect(server.done).toEqual([]);
    sam.stop();
    page(server, storage, 'lin', lin.client);
    await turn();
    expect(server.done).toEqual(['a']);
  });
});

describe('a storage that is full', () => {
  it('is reported with the number of changes that a reload loses, and gets them once it has room', async () => {
    const server = new Server();
    const storage = memory();
    let isFull = true;
    const full: typeof storage = {
      ...storage,
      get length() {
        return storage.length;
      },
      setItem(key, value) {
        if (isFull) throw new DOMException('The quota is exceeded.', 'QuotaExceededError');
        storage.setItem(key, value);
      },
    };
    const { give, unstored } = page(server, full);
    void give('a');
    void give('b');
    await turn();
    expect(unstored).toEqual([1, 2]);
    isFull = false;
    clock.move(5_000);
    expect(unstored.at(-1)).toBe(0);
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a', 'muster.outbox.lin/b']);
  });
});
