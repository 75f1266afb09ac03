/** Messages over the websocket that no client sends: frames of garbage, and real messages with parts replaced. */
import { WebSocket } from 'ws';
import { requestsOf } from '#adapters/embedded-node/every-request.fixture.ts';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import type { Random } from '#provider-kit/random.ts';
import { commandInputs } from '../../app/functions/command-inputs.ts';
import { noise, oddNames, oddValue, pick, spoiled } from './odd-values.ts';
import type { HostileTarget, SentMessage } from './target.ts';

export interface Corpus {
  /** A message of each kind that clients send. */
  readonly messages: readonly SentMessage[];
  /** Secrets by which accounts are signed in; `null`: signed out. */
  readonly tokens: readonly (string | null)[];
}

const people = ['amara', 'priya', 'tom'] as const;

/** Recorded from clients of a server: every request of the ports, and every command of the catalogue. */
export async function recordCorpus(target: HostileTarget, url: URL, seed: string): Promise<Corpus> {
  const messages: SentMessage[] = [];
  const note = (message: SentMessage) => {
    if (target.isRequest(message)) messages.push(message);
  };
  const guest = target.member(url, note);
  const refused = () => null;
  for (const step of requestsOf(guest, `guest-${seed}@example.com`.toLowerCase()))
    await Promise.resolve(step()).catch(refused);
  const tokens: (string | null)[] = [null, await target.secretOf(guest).catch(refused)];
  await guest.dispose();
  for (const id of people) {
    const member = target.member(url);
    await member.auth.signIn({ kind: 'password', email: demoEmail({ id }), password: demoPassword });
    tokens.push(await target.secretOf(member));
    await member.dispose();
  }
  for (const [name, input] of Object.entries(commandInputs('priya')))
    messages.push(target.command(name, { teamId: demoTeamId, commandId: 'x', ...input }));
  return { messages, tokens };
}

function oddMessage(target: HostileTarget, id: number, { messages }: Corpus, random: Random): unknown {
  const message = messages[random.integer(messages.length)];
  if (!message) return oddValue(random);
  const { payloadField, nameFields } = target;
  const payload = withCommandId(message[payloadField], random);
  switch (random.integer(8)) {
    case 0:
      return spoiled({ ...message, id }, random);
    case 1: {
      const names = nameFields.map((field) => [field, pick(random, oddNames)] as const);
      return { ...message, id, ...Object.fromEntries(names), [payloadField]: payload };
    }
    case 2:
      return { type: pick(random, target.endings), id: random.integer(id + 1) };
    case 3:
      return { ...message, id, [payloadField]: payload };
    default:
      return {
        ...message,
        id,
        [payloadField]: spoiled(random.integer(2) === 0 ? payload : spoiled(payload, random), random),
      };
  }
}

/** Each command is one of its own: a repeated id would be answered from the record of the first. */
function withCommandId(payload: unknown, random: Random): unknown {
  const { name, input } = Object(payload) as { readonly name?: unknown; readonly input?: unknown };
  const isCommand = typeof input === 'object' && input !== null && 'commandId' in input;
  return isCommand ? { name, input: { ...input, commandId: random.id() } } : payload;
}

/** Texts of one connection, the first of which says who it is, or does not. */
export function oddSession(
  target: HostileTarget,
  random: Random,
  corpus: Corpus,
): readonly (string | Uint8Array)[] {
  if (random.integer(6) === 0)
    return Array.from({ length: 1 + random.integer(4) }, () =>
      random.integer(2) === 0 ? noise(random, 300) : new Uint8Array(random.integer(100)),
    );
  const token = corpus.tokens[random.integer(corpus.tokens.length)] ?? null;
  const hello = target.hello(pick(random, ['raw', 'raw/operator', '']), token);
  const count = 3 + random.integer(25);
  const messages = Array.from({ length: count }, (_, at) => oddMessage(target, at + 1, corpus, random));
  const identify = target.identify(pick<unknown>(random, [null, 'x', ...corpus.tokens]));
  if (random.integer(3) === 0) messages.splice(random.integer(count), 0, identify);
  return [random.integer(12) === 0 ? spoiled(hello, random) : hello, ...messages].map(target.textOf);
}

const sessionMs = 700;

/** Sends all and, once the last is answered or nothing comes any more, goes without notice or with it. */
export function sendSession(
  address: URL,
  texts: readonly (string | Uint8Array)[],
  isPolite: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(address, { origin: address.origin.replace(/^ws/u, 'http') });
    const leave = () => (isPolite ? socket.close() : socket.terminate());
    const timer = setTimeout(() => socket.terminate(), sessionMs);
    let answers = 0;
    socket.on('error', () => {});
    socket.on('open', () => {
      for (const text of texts) socket.send(text);
    });
    socket.on('message', () => {
      if (++answers >= texts.length) leave();
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
