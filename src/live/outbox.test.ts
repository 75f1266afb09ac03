import { onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandKey, commandScope, type Command } from './commands.ts';
import { attachOutbox, type OutboxStorage } from './outbox.ts';

const command = (commandId: string): Command =>
  ({ name: 'joinIncident', input: { teamId: 't', commandId, incidentId: 'i' }, givenAt: 1 }) as Command;

function memory(): OutboxStorage & { ids(): string[] } {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    ids: () =>
      [...values.values()].flatMap((value) =>
        (JSON.parse(value) as Command[]).map(({ input }) => input.commandId),
      ),
  };
}

const detachers: (() => void)[] = [];

function tab(storage: OutboxStorage) {
  const sent: string[] = [];
  let refusal: Error | null = null;
  const client = new QueryClient();
  client.mount();
  client.setMutationDefaults(commandKey, {
    mutationFn: (given: Command) => {
      sent.push(given.input.commandId);
      if (refusal) throw refusal;
      return Promise.resolve({ revision: 1 });
    },
  });
  detachers.push(attachOutbox(client, storage, 'me'), () => client.unmount());
  const give = (id: string) =>
    void client
      .getMutationCache()
      .build<unknown, Error, Command, unknown>(client, { mutationKey: commandKey, scope: commandScope })
      .execute(command(id));
  const refuse = (error: Error) => {
    refusal = error;
  };
  return { client, sent, give, refuse };
}

beforeEach(() => onlineManager.setOnline(false));
afterEach(() => {
  for (const detach of detachers.splice(0)) detach();
  onlineManager.setOnline(true);
});

test('a command given offline survives a reload and goes out once the connection is back', async () => {
  const storage = memory();
  tab(storage).give('a');
  const afterReload = tab(storage);
  expect(storage.ids()).toEqual(['a']);
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(afterReload.sent).toEqual(['a']));
  await vi.waitFor(() => expect(storage.ids()).toEqual([]));
});

test('two tabs keep what each of them was given', () => {
  const storage = memory();
  const one = tab(storage);
  const two = tab(storage);
  one.give('a');
  two.give('b');
  one.give('c');
  expect(storage.ids().toSorted()).toEqual(['a', 'b', 'c']);
});

test('what the server refuses after a reload is kept to be told', async () => {
  const storage = memory();
  tab(storage).give('a');
  const { client, refuse } = tab(storage);
  refuse(new Error('No.'));
  onlineManager.setOnline(true);
  await vi.waitFor(() =>
    expect(client.getQueryData(['refused-commands'])).toMatchObject([
      { command: { input: { commandId: 'a' } }, error: { message: 'No.' } },
    ]),
  );
  expect(storage.ids()).toEqual([]);
});

test('what is no command is left out', () => {
  const storage = memory();
  storage.setItem('muster.outbox.me', '[null, 3, {"name":"nothing","input":{}}]');
  tab(storage).give('a');
  expect(storage.ids()).toEqual(['a']);
});
