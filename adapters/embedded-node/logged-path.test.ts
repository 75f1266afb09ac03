/** Keys in addresses, also in mistyped ones, stay out of what a shared cloud logs. */
import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ingestKeyFrom } from '#api/ingest-key.ts';
import { projectRules } from '#demo/rules.ts';
import { wholeCloud } from '#fakes/host/whole-cloud.ts';
import { createFunctions } from '#functions/index.ts';
import { assertProperty } from '#tests/property.ts';
import { loggedPath } from '#adapters/node/logged-path.ts';
import { localCloud } from './local-cloud.fixture.ts';
import { type SharedCloud, startSharedCloud } from './shared-cloud.ts';

const routes = ['/', '/in', '/in/alertmanager', '/in/heartbeat', '/ical', '/v2/enqueue', '/assets/a.js'];
const key = ingestKeyFrom('a sender of this test');

test.each([
  ['/', '/'],
  ['/in/alertmanager', '/in/alertmanager'],
  [`/in/alertmanager/${key}`, '/in/alertmanager/…'],
  [`/in/alertmanger/${key}`, '/in/…'],
  [`/in/${key}`, '/in/…'],
  [`/in/alertmanager${key}`, '/in/…'],
  [`/In/alertmanager/${key}`, '/…'],
  [`/ingest/alertmanager/${key}`, '/…'],
  [`/alert/${key}`, '/…'],
  [`/${key}`, '/…'],
  [`/v2/enqueue/${key}`, '/v2/enqueue/…'],
  [`/v2/${key}`, '/…'],
  [`/ical/team.${key}.ics`, '/ical/…'],
  [`/ical%2Fteam.${key}.ics`, '/…'],
  [`/assets/a.js/${key}`, '/assets/a.js/…'],
  ['/t/alder/incidents/41', '/…'],
])('%s is logged as %s', (path, logged) => {
  expect(loggedPath(path, new Set(routes))).toBe(logged);
});

let cloud: SharedCloud;
let log: string[];
const note = (...said: readonly unknown[]) =>
  void log.push(...said.map((each) => (each instanceof Error ? String(each.stack) : JSON.stringify(each))));

beforeEach(async () => {
  log = [];
  const { http: answer, ...functions } = createFunctions();
  let requests = 0;
  cloud = await startSharedCloud({
    application: {
      loadProgram: async () => ({
        whole: wholeCloud,
        functions: {
          ...functions,
          // Every third request fails by a mistake of the code.
          http: async (request, server) => {
            if (requests++ % 3 === 0 || !answer) throw new Error('A mistake.');
            return answer(request, server);
          },
        },
        startMembers: () => async () => {},
      }),
      accounts: [],
      config: {},
      indexes: '{"indexes":[],"fieldOverrides":[]}',
      rules: projectRules,
      seed: async () => {},
    },
    ...localCloud,
    isDoor: (pathname) => /^\/(?:in|ical)\/|^\/v2\/enqueue$/u.test(pathname),
    loggedPaths: routes,
    site: (_, response) => void response.end('the app'),
    onMessage: note,
    onRequest: note,
    onRefusal: note,
    onFailure: note,
    onSetAside: note,
  });
});
afterEach(() => cloud.stop());

/** All that is answered to a request, once the connection is closed. */
async function say(text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: cloud.port });
  let heard = '';
  socket.on('data', (part) => (heard += part.toString('latin1')));
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  return heard;
}

/** Spellings of a path around the key, right and wrong. */
const target = fc
  .record({
    before: fc.array(
      fc.constantFrom(
        'in',
        'In',
        'ingest',
        'alertmanager',
        'alertmanger',
        'heartbeat',
        'v2',
        'enqueue',
        'ical',
        'a.b',
        '',
        '.',
        '..',
        '%2F',
      ),
      { maxLength: 4 },
    ),
    held: fc.constantFrom(
      key,
      `team.${key}.ics`,
      `${key}%0A`,
      `x${key}`,
      `%2e%2e${key}`,
      `;key=${key}`,
      key.toUpperCase(),
      `${key}/${key}`,
      `?key=${key}`,
      `?routing_key=${key}#${key}`,
      `%zz${key}`,
    ),
    after: fc.constantFrom('', '/', '/trigger', '?x=1', '//'),
    start: fc.constantFrom('/', '//', `http://${key}@localhost/`, `http://${key}/`, 'http://localhost/', '*'),
  })
  .map(({ before, held, after, start }) => `${start}${[...before, held].join('/')}${after}`);

const method = fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS');

test('no log line contains the key, whatever the address', async () => {
  await assertProperty(
    fc.asyncProperty(
      fc.array(fc.tuple(method, target), { minLength: 1, maxLength: 10 }),
      async (requests) => {
        log.length = 0;
        for (const [verb, address] of requests) {
          const headers = 'Host: localhost\r\nConnection: close\r\nContent-Length: 2\r\n';
          expect(await say(`${verb} ${address} HTTP/1.1\r\n${headers}\r\n{}`)).toMatch(/^HTTP\/1\.1 \d{3} /u);
        }
        expect(log.length).toBeGreaterThan(0);
        expect(log.filter((line) => line.toLowerCase().includes(key))).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a request that fails by an exception is logged without its address', async () => {
  const ask = `GET /in/alertmanager/${key}?key=${key} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  expect(await say(ask)).toMatch(/^HTTP\/1\.1 500 /u);
  expect(log.filter((line) => line.includes('A mistake.'))).toHaveLength(1);
  expect(log.join('\n')).not.toContain(key);
});
