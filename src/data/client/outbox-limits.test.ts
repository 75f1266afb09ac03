/** Outbox: expiry, a change of the account, and a full storage. */
import { onlineManager } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { decodeError } from '#api/error-encoding.ts';
import type { PortError } from '#ports/errors.ts';
import { ageOf, hasExpired } from './command-age.ts';
import { failedCommandsKey, sendCommand } from './commands.ts';
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

const tenMinutes = 10 * 60_000;

isolateOutbox();

describe('a command that asks or releases people', () => {
  it('fails offline after ten minutes, with the time of giving, and is not sent', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const { client, send, give } = outboxPage(server, storage);
    const sent = sendCommand(client, acknowledgeCommand('ack', 'p'), {}).catch((error: unknown) => error);
    void give('a');
    await outboxTurn();
    outboxClock.move(tenMinutes + 1);
    expect(client.isMutating()).toBe(2);
    outboxClock.move(tenMinutes + 2);
    const { message, details } = (await sent) as PortError;
    expect(decodeError(details)).toMatchObject({ code: 'expired' });
    expect(message).toMatch(
      /^You gave it at \d\d:\d\d, and the server did not confirm it within 10 minutes\./u,
    );
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a']);
    onlineManager.setOnline(true);
    await outboxTurn();
    await send(acknowledgeCommand('later', 'p', outboxClock.now));
    expect(server.done).toEqual(['a', 'later']);
  });

  it('of an earlier page fails at the start of the next page, and is kept as failed', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const before = outboxPage(server, storage);
    void before.send(acknowledgeCommand('ack', 'p'));
    await outboxTurn();
    before.leave();
    outboxClock.now = tenMinutes + 2;
    const { client } = outboxPage(server, storage);
    expect(client.getQueryData(failedCommandsKey)).toMatchObject([
      { command: { input: { commandId: 'ack' } } },
    ]);
    expect([...storage.kept.keys()]).toEqual(['muster.failed-commands.lin/ack']);
    onlineManager.setOnline(true);
    await outboxTurn();
    expect(server.done).toEqual([]);
  });

  it('is not sent when a sleeping computer wakes after the time limit, before any timer', async () => {
    const server = new OutboxServer();
    const { send } = outboxPage(server, memoryOutbox());
    const sent = send(acknowledgeCommand('ack', 'p')).catch((error: unknown) => error);
    await outboxTurn();
    outboxClock.now = tenMinutes + 2;
    onlineManager.setOnline(true);
    expect(decodeError(((await sent) as PortError).details)?.code).toBe('expired');
    expect(server.done).toEqual([]);
  });

  it('is sent with its age, which is 0 after the clock was set back', () => {
    expect(ageOf({ givenAt: 1_000 }, 61_000)).toBe(60_000);
    expect(ageOf({ givenAt: 61_000 }, 1_000)).toBe(0);
    expect(hasExpired({ ...acknowledgeCommand('ack', 'p'), givenAt: 600_000 }, 1_000)).toBe(true);
    expect(hasExpired({ ...joinCommand('a'), givenAt: 1 }, 100 * tenMinutes)).toBe(false);
  });
});

describe('a browser with another user signed in', () => {
  it('sends nothing of the previous user, and keeps those commands for them', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
    const lin = outboxPage(server, storage, 'lin');
    void lin.give('a');
    await outboxTurn();
    lin.stop();
    const sam = outboxPage(server, storage, 'sam', lin.client);
    onlineManager.setOnline(true);
    await outboxTurn();
    expect(server.done).toEqual([]);
    sam.stop();
    outboxPage(server, storage, 'lin', lin.client);
    await outboxTurn();
    expect(server.done).toEqual(['a']);
  });
});

describe('a full storage', () => {
  it('is reported with the number of changes at risk, and stores them when there is room again', async () => {
    const server = new OutboxServer();
    const storage = memoryOutbox();
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
    const { give, unstored } = outboxPage(server, full);
    void give('a');
    void give('b');
    await outboxTurn();
    expect(unstored).toEqual([1, 2]);
    isFull = false;
    outboxClock.move(5_000);
    expect(unstored.at(-1)).toBe(0);
    expect([...storage.kept.keys()]).toEqual(['muster.outbox.lin/a', 'muster.outbox.lin/b']);
  });
});
