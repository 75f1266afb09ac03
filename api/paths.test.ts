import { expect, test } from 'vitest';
import { collectionPaths, documentPaths, realtimePaths, storagePaths } from './paths.ts';
import { serverPaths } from './server-paths.ts';

test('a document’s path starts with its collection’s path', () => {
  expect(documentPaths.task('t', 'i', 'k')).toBe(`${collectionPaths.tasks('t', 'i')}/k`);
  expect(documentPaths.timelineEvent('t', 'i', 'e')).toBe('teams/t/incidents/i/timeline/e');
  expect(documentPaths.delivery('t', 'p', 'd')).toBe('teams/t/pages/p/deliveries/d');
  expect(documentPaths.device('t', 'd')).toBe('teams/t/devices/d');
  expect(realtimePaths.presence('t', 'i', 'u', 7)).toBe(`${realtimePaths.room('t', 'i')}/u_7`);
  expect(realtimePaths.human('t', 'u', 0)).toBe(`${realtimePaths.humans('t', 'u')}/u_0`);
});

test('a file’s name stays one path segment', () => {
  const path = (name: string) => storagePaths.attachment('t', 'i', 'a', name);
  expect(path('graph.png')).toBe('teams/t/incidents/i/a/graph.png');
  expect(path('../../secret#1?.png')).toBe('teams/t/incidents/i/a/.._.._secret_1_.png');
  expect(path('..')).toBe('teams/t/incidents/i/a/file');
  expect(path('a\u0000\nb')).toBe('teams/t/incidents/i/a/a__b');
  expect(path(`${'x'.repeat(199)}😀`)).toBe(`teams/t/incidents/i/a/${'x'.repeat(199)}_`);
});

type Builder = (...ids: string[]) => string;
const someIds = ['t', 'i', 'k'];

/** Number of ids that a path takes. Builders made of a table reject every other number. */
const countOf = (build: Builder): number =>
  build.length > 0
    ? build.length
    : [0, 1, 2, 3].findIndex((count) => {
        try {
          return build(...someIds.slice(0, count)) !== '';
        } catch {
          return false;
        }
      });

const { alertKey, accessChange, ...ofServer } = serverPaths;
const { presence, human, ...ofIdsToo } = realtimePaths;
const builders: readonly (readonly [string, number, Builder])[] = [
  ...Object.entries<Builder>(documentPaths),
  ...Object.entries<Builder>(ofServer),
  ...Object.entries<Builder>(collectionPaths),
  ...Object.entries<Builder>(ofIdsToo),
]
  .map(([name, build]): [string, number, Builder] => [name, countOf(build), build])
  .concat([
    ['presence', 3, (t = '', i = '', u = '') => presence(t, i, u, 0)],
    ['human', 2, (t = '', u = '') => human(t, u, 0)],
    ['alertKey', 2, (t = '', i = '') => alertKey(t, i, 'k')],
    ['accessChange', 2, (t = '', i = '') => accessChange(t, 'member', i)],
    ['attachment’s file', 3, (t = '', i = '', a = '') => storagePaths.attachment(t, i, a, 'graph.png')],
  ]);

test.each(builders)('the path of %s takes %i ids and rejects unsafe ones', (_name, count, build) => {
  const good = someIds.slice(0, count);
  expect(() => build(...good)).not.toThrow();
  for (const index of good.keys())
    for (const odd of ['!.1', '.', '..', 'a/b', '__x__', '', 'a'.repeat(129)]) {
      const building = () => build(...good.with(index, odd));
      expect(building).toThrow(TypeError);
      expect(building).toThrow(JSON.stringify(odd));
    }
});

test('every path builder is tested', () => {
  expect(builders.filter(([, count]) => count > 0).length).toBeGreaterThan(40);
});

const bytes = (text: string) => encodeURIComponent(text).replaceAll(/%../gu, '.').length;
const keyId = (dedupKey: string, integrationId = 'i') =>
  serverPaths.alertKey('t', integrationId, dedupKey).split('/alertKeys/')[1] ?? '';

test.each([
  '.',
  '..',
  '__x__',
  '',
  'a/b',
  '%',
  '\n',
  '\u{1F525}'.repeat(127),
  '%'.repeat(255),
  '…'.repeat(255),
  '\uD800'.repeat(255),
])('the dedup key %j becomes a document id', (dedupKey) => {
  for (const integrationId of ['i', '__i', 'i'.repeat(128)]) {
    const id = keyId(dedupKey, integrationId);
    expect(id).not.toContain('/');
    expect(id).not.toMatch(/^__.*__$/su);
    expect(id.isWellFormed()).toBe(true);
    expect(bytes(id)).toBeLessThanOrEqual(1500);
  }
});

test('a dedup key that is too long is rejected', () => {
  expect(() => keyId('k'.repeat(256))).toThrow(TypeError);
});

test('two dedup keys never share a document id', () => {
  const keys = ['a/b', 'a%2Fb', 'a%252Fb', 'a_', 'a%5F', '_', '__', '\uD800', '\uD801', '%D800', '\uFFFD'];
  expect(new Set(keys.map((key) => keyId(key))).size).toBe(keys.length);
});
