import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { PortError } from '#ports/errors.ts';
import { type FailedCommand, failedCommandsKey, setFailedCommands } from './commands.ts';
import {
  OutboxServer,
  memoryOutbox,
  outboxPage,
  joinCommand,
  isolateOutbox,
  outboxTurn,
} from '#tests/app/outbox-server.ts';

isolateOutbox();

describe('commands given while the backend is unreachable', () => {
  it('are carried out once, in order, on reconnect', async () => {
    const server = new OutboxServer();
    const { give } = outboxPage(server, memoryOutbox());
    const given = [give('a'), give('b'), give('c')];
    await outboxTurn();
    expect(server.done).toEqual([]);
    onlineManager.setOnline(true);
    await Promise.all(given);
    expect(server.done).toEqual(['a', 'b', 'c']);
  });

  it('survive a reload and are removed when done', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const before = outboxPage(server, storage);
    void before.give('a');
    void before.give('b');
    await outboxTurn();
    before.leave();
    outboxPage(server, storage);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(server.done).toEqual(['a', 'b']);
    expect(storage.kept.size).toBe(0);
  });

  it('belong to the person who gave them', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const before = outboxPage(server, storage, 'lin');
    void before.give('a');
    await outboxTurn();
    before.leave();
    outboxPage(server, storage, 'sam');
    onlineManager.setOnline(true);
    await outboxTurn();
    expect(server.done).toEqual([]);
  });

  it('stay in the store while another tab of the same person gives and finishes commands', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const first = outboxPage(server, storage);
    void first.give('a');
    await outboxTurn();
    const second = outboxPage(server, storage);
    void second.give('b');
    await outboxTurn();
    first.leave();
    second.leave();
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a', 'muster.outbox.lin/b']);
  });

  it('are not sent again after a rejection, and do not block the next one', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const { give } = outboxPage(server, storage);
    server.refuse = new PortError('permission-denied', 'No.');
    const refused = give('a').catch((error: unknown) => error);
    onlineManager.setOnline(true);
    expect(await refused).toMatchObject({ code: 'permission-denied' });
    server.refuse = null;
    await give('b');
    expect(server.done).toEqual(['b']);
    expect(storage.kept.size).toBe(0);
  });

  it('start from nothing when the storage can’t be read', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    storage.setItem('muster.outbox.lin', '{broken');
    storage.setItem('muster.outbox.lin/x', '{broken');
    const { give } = outboxPage(server, storage);
    onlineManager.setOnline(true);
    await give('a');
    expect(server.done).toEqual(['a']);
  });

  it('rejected after a reload are kept for the person to see', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const before = outboxPage(server, storage);
    void before.give('a');
    await outboxTurn();
    before.leave();
    const { client } = outboxPage(server, storage);
    server.refuse = new PortError('permission-denied', 'No.');
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(client.getQueryData(['failed-commands'])).toMatchObject([
      { command: { input: { commandId: 'a' } }, error: { code: 'permission-denied' } },
    ]);
    expect([...storage.kept.keys()]).toEqual(['muster.failed-commands.lin/a']);
  });

  it('stored without a team are sent to the open team, once', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const { teamId: _, ...input } = joinCommand('a').input;
    const kept = [
      { ...joinCommand('a'), input },
      { ...joinCommand('b'), input: { ...joinCommand('b').input, teamId: 'other' } },
    ];
    storage.setItem('muster.outbox.lin', JSON.stringify(kept));
    outboxPage(server, storage);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    expect(server.teams).toEqual({ a: 'team', b: 'other' });
    expect(storage.kept.size).toBe(0);
  });

  it('failed after a reload are kept over the next one, until dismissed', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const first = outboxPage(server, storage);
    void first.give('a');
    await outboxTurn();
    first.leave();
    server.refuse = new PortError('permission-denied', 'Not you.', {
      details: { muster: { code: 'forbidden' } },
    });
    const second = outboxPage(server, storage);
    onlineManager.setOnline(true);
    await outboxTurn();
    await outboxTurn();
    const failedOf = ({ client }: typeof second) =>
      client.getQueryData<readonly FailedCommand[]>(failedCommandsKey) ?? [];
    expect(failedOf(second).map((one) => one.command.input.commandId)).toEqual(['a']);
    second.leave();

    const third = outboxPage(server, storage);
    expect(failedOf(third)).toEqual([{ command: joinCommand('a'), error: server.refuse }]);
    expect(failedOf(outboxPage(server, storage, 'sam'))).toEqual([]);
    setFailedCommands(third.client, () => []);
    third.leave();
    expect(failedOf(outboxPage(server, storage))).toEqual([]);
  });

  it('exclude stored values that are no command', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    storage.setItem('muster.outbox.lin', '[null, 3, {"name":"nothing","input":{}}]');
    const { give } = outboxPage(server, storage);
    onlineManager.setOnline(true);
    await give('a');
    expect(server.done).toEqual(['a']);
  });
});
