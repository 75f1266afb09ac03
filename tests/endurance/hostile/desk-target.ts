/** `npm run desk` under attack. */
import { wireText } from '#fakes/cloud/wire.ts';
import { deskMember, keptServer, openProgram } from '../../app/desk/process.ts';
import type { HostileTarget, SentMessage } from './target.ts';

export const deskTarget = async (): Promise<HostileTarget> => ({
  program: await openProgram(await keptServer()),
  prepare: async () => null,
  member: (url, onSend = () => {}) => deskMember(url, (message) => onSend(message as SentMessage)),
  secretOf: async ({ auth }) => (await auth.idToken())?.token ?? null,
  channel: (url) => new URL('/shared/channel', url.href.replace(/^http/u, 'ws')),
  paths: ['/shared/channel', '/shared/session', '/shared/enter.js'],
  isRequest: ({ type }) => type === 'request' || type === 'open',
  command: (name, input) => ({
    ...{ type: 'request', id: 0, room: 'functions', operation: `call:${name}` },
    payload: { name, input },
  }),
  payloadField: 'payload',
  nameFields: ['topic', 'operation'],
  endings: ['close'],
  hello: (clientId, token) => ({ type: 'hello', clientId, token }),
  identify: (token) => ({ type: 'identify', token }),
  textOf: (message) => wireText(message as Parameters<typeof wireText>[0]),
  pageMs: 20_000,
  isRoutine: (line) => line.startsWith('{'),
  errorIn: (line) =>
    /^(?:[A-Z]\w*Error|A request|(?:task|schedule|callable|http|push|request) )\b/u.test(line) ? line : null,
});
