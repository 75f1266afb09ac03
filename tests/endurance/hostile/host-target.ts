/** `npm run host` under attack, with a PostgreSQL of its own. */
import { type ClientMessage, clientMessageOf, messageText } from '#adapters/postgres/wire/messages.ts';
import type { Backend } from '#ports/backend.ts';
import { keptServer, openProgram } from '../../app/desk/process.ts';
import { hostMember } from '../../app/host/host-member.ts';
import { errorOfLine, isLogLine } from '../../app/host/host-log.ts';
import { seedFolder } from '../../app/host/seed-host.ts';
import type { HostileTarget } from './target.ts';

export async function hostTarget(): Promise<HostileTarget> {
  const secrets = new WeakMap<Backend, () => string | null>();
  return {
    program: await openProgram(await keptServer('host'), undefined, {}, 'host'),
    prepare: seedFolder,
    member(url, onSend = () => {}) {
      let secret: string | null = null;
      const member = hostMember(url, (text) => {
        const message = clientMessageOf(text);
        if (message.type === 'hello') secret = message.session;
        onSend({ ...message });
      });
      secrets.set(member, () => secret);
      return member;
    },
    secretOf: async (member) => secrets.get(member)?.() ?? null,
    channel: (url) => new URL('/host/channel', url.href.replace(/^http/u, 'ws')),
    paths: [
      '/host/channel',
      '/host/files',
      '/host/files/',
      '/host/files/a',
      '/host/files/%2e%2e',
      '/metrics',
    ],
    isRequest: ({ type }) => type === 'call' || type === 'open',
    command: (name, input) => ({ type: 'call', id: 0, method: 'functions.call', input: { name, input } }),
    payloadField: 'input',
    nameFields: ['method', 'stream'],
    endings: ['close', 'cancel'],
    hello: (_clientId, token) => ({ type: 'hello', id: 0, session: token }),
    identify: (token) => ({ type: 'hello', id: -1, session: token }),
    textOf: (message) => messageText(message as ClientMessage),
    // The first sweep after the start sends a page whose sending was cut off, within 5 s on an idle machine.
    pageMs: 20_000,
    isRoutine: (line) => isLogLine(line) && errorOfLine(line) === null,
    errorIn: errorOfLine,
  };
}
