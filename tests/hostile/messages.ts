/** Messages over the websocket that no client sends: frames of garbage, and real messages with parts replaced. */
import { WebSocket } from 'ws';
import { requestsOf } from '#adapters/embedded-node/every-request.fixture.ts';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { demoTeamId } from '#demo/team/people.ts';
import type { ToCloud } from '#fakes/cloud/protocol.ts';
import type { Random } from '#provider-kit/random.ts';
import { wireText } from '#fakes/cloud/wire.ts';
import { deskMember } from '../desk/process.ts';
import { commandInputs } from '../functions/command-inputs.ts';
import { noise, oddNames, oddValue, pick, spoiled } from './odd-values.ts';

type Asked = Extract<ToCloud, { type: 'request' | 'open' }>;

export interface Corpus {
  /** One message of each kind that clients send. */
  readonly messages: readonly Asked[];
  /** Id tokens of accounts; `null`: signed out. */
  readonly tokens: readonly (string | null)[];
}

const people = ['amara', 'priya', 'tom'] as const;

/** Recorded from clients of a desk: every request of the ports, and every command of the catalogue. */
export async function recordCorpus(url: URL, seed: string): Promise<Corpus> {
  const messages: Asked[] = [];
  const note = (message: unknown) => {
    const { type } = message as ToCloud;
    if (type === 'request' || type === 'open') messages.push(message as Asked);
  };
  const guest = deskMember(url, note);
  const refused = () => null;
  for (const step of requestsOf(guest, `guest-${seed}@example.com`.toLowerCase()))
    await Promise.resolve(step()).catch(refused);
  const tokens: (string | null)[] = [null, (await guest.auth.idToken().catch(refused))?.token ?? null];
  await guest.dispose();
  for (const id of people) {
    const member = deskMember(url);
    await member.auth.signIn({ kind: 'password', email: demoEmail({ id }), password: demoPassword });
    tokens.push((await member.auth.idToken())?.token ?? null);
    await member.dispose();
  }
  for (const [name, input] of Object.entries(commandInputs('priya')))
    messages.push({
      type: 'request',
      id: 0,
      room: 'functions',
      operation: `call:${name}`,
      payload: { name, input: { teamId: demoTeamId, commandId: 'x', ...input } },
    });
  return { messages, tokens };
}

function oddMessage(id: number, { messages }: Corpus, random: Random): unknown {
  const message = messages[random.integer(messages.length)];
  if (!message) return oddValue(random);
  const payload = withCommandId(message.payload, random);
  switch (random.integer(8)) {
    case 0:
      return spoiled({ ...message, id }, random);
    case 1:
      return { ...message, id, topic: pick(random, oddNames), operation: pick(random, oddNames), payload };
    case 2:
      return { type: 'close', id: random.integer(id + 1) };
    case 3:
      return { ...message, id, payload };
    default:
      return {
        ...message,
        id,
        payload: spoiled(random.integer(2) === 0 ? payload : spoiled(payload, random), random),
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
export function oddSession(random: Random, corpus: Corpus): readonly (string | Uint8Array)[] {
  if (random.integer(6) === 0)
    return Array.from({ length: 1 + random.integer(4) }, () =>
      random.integer(2) === 0 ? noise(random, 300) : new Uint8Array(random.integer(100)),
    );
  const token = corpus.tokens[random.integer(corpus.tokens.length)] ?? null;
  const hello: ToCloud = { type: 'hello', clientId: pick(random, ['raw', 'raw/operator', '']), token };
  const count = 3 + random.integer(25);
  const messages = Array.from({ length: count }, (_, at) => oddMessage(at + 1, corpus, random));
  const identify = { type: 'identify', token: pick<unknown>(random, [null, 'x', ...corpus.tokens]) };
  if (random.integer(3) === 0) messages.splice(random.integer(count), 0, identify);
  return [random.integer(12) === 0 ? spoiled(hello, random) : hello, ...messages].map(wireText);
}

const sessionMs = 700;

/** Sends all and, once the last is answered or nothing comes any more, goes without notice or with it. */
export function sendSession(
  url: URL,
  texts: readonly (string | Uint8Array)[],
  isPolite: boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(new URL('/shared/channel', url.href.replace(/^http/u, 'ws')), {
      origin: url.origin,
    });
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
