/** Outbox of several tabs, and order by aggregate. */
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { setFailedCommands } from './commands.ts';
import { commandGiven } from './command-options.ts';
import { type Command } from './sending.ts';
import {
  OutboxServer,
  memoryOutbox,
  outboxClock,
  outboxPage,
  joinCommand,
  acknowledgeCommand,
  isolateOutbox,
  outboxTurn,
} from '#tests/app/outbox-server.ts';

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

isolateOutbox();

describe('commands about different aggregates', () => {
  beforeEach(() => onlineManager.setOnline(true));

  it('do not wait for each other: an acknowledgement is sent while a receipt of another page is retried', async () => {
    const server = new OutboxServer();
    server.unavailable = 'recordReceipt';
    const { client, send } = outboxPage(server, memoryOutbox());
    send(receipt('receipt', 'p1')).catch(() => undefined);
    await outboxTurn();
    await send(acknowledgeCommand('acknowledgement', 'p2'));
    expect(server.done).toEqual(['acknowledgement']);
    expect(client.isMutating()).toBe(1);
  });

  it('do not wait for each other after a reload; commands about the same aggregate keep their order', async () => {
    const server = new OutboxServer();
    server.unavailable = 'recordReceipt';
    const storage = memoryOutbox();
    onlineManager.setOnline(false);
    const before = outboxPage(server, storage);
    before.send(receipt('receipt', 'p1')).catch(() => undefined);
    void before.give('a');
    void before.send(acknowledgeCommand('acknowledgement', 'p1'));
    void before.give('b');
    await outboxTurn();
    before.leave();
    outboxPage(server, storage);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(server.done).toContain('acknowledgement');
    expect(server.done.filter((id) => id !== 'acknowledgement')).toEqual(['a', 'b']);
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/receipt']);
  });
});

describe('commands of several tabs', () => {
  const failuresIn = ({ kept }: ReturnType<typeof memoryOutbox>) =>
    [...kept.keys()].filter((key) => key.startsWith('muster.failed-commands.'));

  it('that fail are kept side by side: no tab overwrites the failures of another', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const earlier = outboxPage(server, storage);
    void earlier.give('a');
    await outboxTurn();
    earlier.leave();
    const [first, second] = [outboxPage(server, storage), outboxPage(server, storage)];
    const failure = (id: string) => ({
      command: joinCommand(id),
      error: new PortError('permission-denied', 'No.'),
    });
    setFailedCommands(first.client, (all) => [...all, failure('b')]);
    setFailedCommands(second.client, (all) => [...all, failure('c')]);
    expect(failuresIn(storage)).toEqual(['muster.failed-commands.lin/b', 'muster.failed-commands.lin/c']);
    setFailedCommands(second.client, () => []);
    expect(failuresIn(storage)).toEqual(['muster.failed-commands.lin/b']);
  });

  it('stored by an earlier version under one key are taken over', async () => {
    const storage = memoryOutbox();
    const error = { code: 'permission-denied', message: 'No.', details: null };
    storage.setItem('muster.outbox.lin', JSON.stringify([joinCommand('a'), joinCommand('b')]));
    storage.setItem('muster.failed-commands.lin', JSON.stringify([{ command: joinCommand('c'), error }]));
    const server = new OutboxServer();
    outboxPage(server, storage);
    expect([...storage.kept.keys()].toSorted()).toEqual([
      'muster.failed-commands.lin/c',
      'muster.outbox.lin/a',
      'muster.outbox.lin/b',
    ]);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(server.done).toEqual(['a', 'b']);
  });
});

describe('a change that another tab has left', () => {
  it('is sent by a remaining tab half a minute after the connection is back', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    outboxPage(server, storage);
    const closed = outboxPage(server, storage);
    void closed.give('a');
    await outboxTurn();
    closed.leave();
    outboxClock.move(5_000);
    onlineManager.setOnline(true);
    outboxClock.move(10_000);
    await outboxTurn();
    expect(server.done).toEqual([]);
    outboxClock.move(39_999);
    await outboxTurn();
    expect(server.done).toEqual([]);
    outboxClock.move(40_000);
    await outboxTurn();
    expect(server.done).toEqual(['a']);
    expect(storage.kept.size).toBe(0);
  });

  it('is left to a tab that is waiting for the answer', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const other = outboxPage(server, storage);
    outboxPage(server, storage);
    onlineManager.setOnline(true);
    await other.give('a');
    outboxClock.move(5_000);
    outboxClock.move(60_000);
    await outboxTurn();
    expect(server.calls).toBe(1);
  });
});

describe('changes of one incident', () => {
  it('keep their order although the clock is set back in between', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const before = outboxPage(server, storage);
    const joined = (id: string, givenAt: number) => ({ ...joinCommand(id), givenAt });
    void before.send(joined('a', 900_000));
    void before.send(joined('b', 1_000));
    await outboxTurn();
    before.leave();
    outboxPage(server, storage);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(server.done).toEqual(['a', 'b']);
  });
});
