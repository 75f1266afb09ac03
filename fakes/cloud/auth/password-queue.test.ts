/** Password checks have turns by connection, a bound, and end with their connection. */
import { expect, onTestFinished, test } from 'vitest';
import { createChannel } from '../channel.ts';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '../cloud.ts';
import type { FromCloud } from '../protocol.ts';
import { mostPasswordChecks, mostPasswordChecksOfOne } from '#provider-kit/auth/password-queue.ts';

const ada = { email: 'ada@example.com', password: 'correct horse' };

/** A cloud whose derivations end when the test says so, one after another. */
async function stage() {
  const derivations: { readonly password: string; readonly end: () => void }[] = [];
  const passwords = {
    rounds: 1000,
    derive: (password: string, salt: string) =>
      new Promise<string>((resolve) => {
        derivations.push({ password, end: () => resolve(`${salt} ${password}`) });
      }),
  };
  const cloud = new FakeCloud({ passwords });
  onTestFinished(() => cloud.dispose());
  const connection = (clientId: string) => {
    const [mine, theirs] = createChannel();
    cloud.accept(theirs);
    const codes: string[] = [];
    mine.onMessage((message) => {
      const heard = message as FromCloud;
      if (heard.type === 'reply') codes.push('signed-in');
      if (heard.type === 'refusal') codes.push(heard.error.code);
    });
    mine.send({ type: 'hello', clientId, token: null });
    let id = 0;
    const send = (operation: string, payload: unknown) =>
      mine.send({ type: 'request', id: ++id, room: 'auth', operation, payload });
    return {
      codes,
      signUp: () => send('signUp', ada),
      signIn: (password: string, email = ada.email) =>
        send('signIn', { credential: { kind: 'password', email, password } }),
      close: () => mine.close(),
    };
  };
  /** Ends the derivation under way; the next check begins. */
  const step = async () => {
    await settle();
    derivations.at(-1)?.end();
    for (let turn = 0; turn < 5; turn++) await settle();
  };
  const owner = connection('owner');
  owner.signUp();
  await step();
  const done = () => derivations.map(({ password }) => password).slice(1);
  return { connection, step, done };
}

test('a connection with many password checks delays only its own', async () => {
  const { connection, step, done } = await stage();
  const [guesser, person] = [connection('guesser'), connection('person')];
  for (let n = 0; n < mostPasswordChecksOfOne; n++) guesser.signIn(`guess ${n}`);
  await settle();
  person.signIn(ada.password);
  await step();
  await step();
  await step();
  expect(done().slice(0, 3)).toEqual(['guess 0', 'guess 1', ada.password]);
  expect(person.codes).toEqual(['signed-in']);
});

test('pending checks of a closed connection are dropped, except the running one', async () => {
  const { connection, step, done } = await stage();
  const guesser = connection('guesser');
  for (let n = 0; n < 200; n++) guesser.signIn(`guess ${n}`, `${n}@example.com`);
  await settle();
  guesser.close();
  await settle();
  const person = connection('person');
  person.signIn(ada.password);
  await step();
  await step();
  expect(done()).toEqual(['guess 0', ada.password]);
  expect(person.codes).toEqual(['signed-in']);
});

test('checks above the limit of a connection are rejected at once', async () => {
  const { connection, done } = await stage();
  const guesser = connection('guesser');
  for (let n = 0; n < 20; n++) guesser.signIn(`guess ${n}`, `${n}@example.com`);
  await settle();
  // A single check is in progress.
  expect(guesser.codes).toEqual(
    Array.from({ length: 20 - mostPasswordChecksOfOne - 1 }, () => 'auth/too-many-requests'),
  );
  expect(done()).toEqual(['guess 0']);
});

test('checks above the total limit are rejected, and the queue continues', async () => {
  const { connection, step } = await stage();
  const connections = Array.from({ length: mostPasswordChecks + 2 }, (_, n) => connection(`c${n}`));
  for (const [n, each] of connections.entries()) each.signIn('guess', `${n}@example.com`);
  await settle();
  expect(connections.map(({ codes }) => codes.length).lastIndexOf(1)).toBe(mostPasswordChecks + 1);
  expect(connections.at(-1)?.codes).toEqual(['auth/too-many-requests']);
  await step();
  const person = connection('person');
  person.signIn(ada.password);
  await settle();
  expect(person.codes).toEqual([]);
});
