/** Destinations of webhooks as people, and hostile programs, enter them; and answers of their servers. */
import { describe, expect, test } from 'vitest';
import { type ScriptedAnswer, ScriptedNetwork } from '#fakes/cloud/http/scripted-network.ts';
import { ManualClock } from '#provider-kit/movable-clock.ts';
import { destinationOf, postMessage } from './post.ts';

const ntfy = { service: 'ntfy', server: 'https://sms.test', topic: 'a', token: '' };
const other = {
  service: 'other',
  address: 'https://sms.test/x',
  format: 'json',
  template: '{"text":"{{title}}"}',
  headers: [] as { readonly name: string; readonly value: string }[],
};
const withHeader = (name: string, value = 'x') => ({ ...other, headers: [{ name, value }] });

function serve(answer: ScriptedAnswer | (() => never)) {
  const clock = new ManualClock();
  const network = new ScriptedNetwork(clock);
  network.name('sms.test', ['93.184.215.14']);
  const bodies: string[] = [];
  network.serve('93.184.215.14', ({ body }) => {
    bodies.push(body ?? '');
    return typeof answer === 'function' ? answer() : answer;
  });
  const send = (destination: unknown, title = 'Checkout fails') =>
    postMessage(
      network.http(),
      {
        ...{ id: 'w', teamId: 't', userId: 'u', base: 'https://muster.test' },
        destination: typeof destination === 'string' ? destination : JSON.stringify(destination),
      },
      { notification: { title, body: title, link: '/' }, timeToLiveSeconds: 60, urgency: 'high' },
      null,
    );
  return { send, bodies, clock };
}

describe('an unusable destination is rejected with a sentence', () => {
  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['deep JSON', '['.repeat(9_000)],
    ['a service of another kind', { service: 'toString' }],
    ['wrong types', { service: 'ntfy', server: {}, topic: [], token: 1 }],
    ['a prototype', '{"__proto__":{"service":"ntfy"}}'],
    ['a template that is a list', { ...other, template: '[]' }],
    ['a template that is too long', { ...other, template: JSON.stringify({ a: 'x'.repeat(4_000) }) }],
    ['a template of placeholders', { ...other, template: JSON.stringify({ a: '{{body}}'.repeat(400) }) }],
    ['a header of the connection', withHeader('Host')],
    ['a header of its body', withHeader('content-length', '3')],
    ['a header of two lines', withHeader('x-a', 'b\r\nx-c: d')],
    ['a header that is no ASCII', withHeader('x-a', 'ünï')],
    ['a header without a name', withHeader('')],
    ['eleven headers', { ...other, headers: Array.from({ length: 11 }, () => ({ name: 'a', value: 'b' })) }],
    ['a token of two words', { ...ntfy, token: 'a b' }],
    ['a token that is no ASCII', { ...ntfy, token: '日本' }],
    ['another scheme', { ...other, address: 'file:///etc/passwd' }],
    ['no host', { ...other, address: 'https://:443' }],
    ['a host that is none', { ...other, address: 'https://%' }],
    ['a port beyond the last', { ...other, address: 'https://sms.test:99999/' }],
    ['a host that turns its text around', { ...other, address: 'https://\u202Eevil.test/' }],
    ['a long host', { ...other, address: `https://${'a'.repeat(1_900)}` }],
    ['a long address', { ...other, address: `https://sms.test/${'a'.repeat(2_000)}` }],
  ])('%s', async (_, destination) => {
    const text = typeof destination === 'string' ? destination : JSON.stringify(destination);
    expect(destinationOf(text)).toEqual({ fault: expect.stringMatching(/^[A-Z].+\.$/u) });
    const { send, bodies } = serve({});
    expect(await send(text)).toMatchObject({ failure: expect.stringMatching(/\.$/u) });
    expect(bodies).toEqual([]);
  });
});

test.each([
  ['https://good.test\\@evil.test/x', 'good.test'],
  ['https://good.test/@evil.test', 'good.test'],
  ['https://GOOD.test:8443', 'good.test'],
])('the displayed host of %s equals the requested host', (address, host) => {
  expect(destinationOf(JSON.stringify({ ...other, address }))).toEqual({ service: 'other', host });
});

test.each([
  ['half of a surrogate pair', '{"a":"\\ud800{{title}}"}', 'a=%EF%BF%BDHi'],
  [
    'a value that is no text',
    '{"a":{"b":["{{title}}",1,null]}}',
    'a=%7B%22b%22%3A%5B%22Hi%22%2C1%2Cnull%5D%7D',
  ],
  ['a prototype', '{"__proto__":"{{title}}"}', '__proto__=Hi'],
])('a form with %s is sent', async (_, template, body) => {
  const { send, bodies } = serve({});
  expect(await send({ ...other, format: 'form', template }, 'Hi')).toEqual({ kind: 'accepted' });
  expect(bodies).toEqual([body]);
});

test('a message too large for a request fails, so that other channels are used', async () => {
  const template = JSON.stringify({ a: '{{body}}'.repeat(10) });
  const { send, bodies } = serve({});
  expect(await send({ ...other, template }, 'x'.repeat(10_000))).toMatchObject({ kind: 'failed' });
  expect(bodies).toEqual([]);
});

describe('an answer of a receiver', () => {
  test.each<[string, ScriptedAnswer, string]>([
    ['that is too large', { body: 'x'.repeat(100_000) }, 'failed'],
    ['of garbage', { body: '\u0000\uFFFF<html' }, 'accepted'],
    ['of deep JSON', { body: '['.repeat(60_000) }, 'accepted'],
    ['with no status', { status: 0 }, 'unreached'],
    ['with a status below 100', { status: 99 }, 'unreached'],
    ['with a status of no kind', { status: 999 }, 'unreached'],
    ['that leads on', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'failed'],
    ['that asks to wait', { status: 429, headers: { 'retry-after': '1e99' } }, 'unreached'],
  ])('%s', async (_, answer, kind) => {
    expect(await serve(answer).send(other)).toMatchObject({ kind });
  });

  test('that never ends is aborted', async () => {
    const { send, clock } = serve({ body: [new Uint8Array(1), 'never'] });
    const outcome = send(other);
    await clock.advance(11_000);
    expect(await outcome).toMatchObject({ kind: 'unreached' });
  });
});
