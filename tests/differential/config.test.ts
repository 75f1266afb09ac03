/** Values of the remote configuration, read by the Firebase SDK and by the embedded client: texts, numbers and truths alike. */
import 'fake-indexeddb/auto';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import { getAll, getRemoteConfig, getValue, type RemoteConfig } from 'firebase/remote-config';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#fakes/client/client.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import type { ConfigValue } from '#ports/config/config.ts';
import { compareCases, tally } from './seed.ts';
import { show } from './show.ts';

const text = fc.oneof(
  fc.constantFrom(
    '1',
    'true',
    'TRUE',
    't',
    'T',
    'yes',
    'Yes',
    'y',
    'on',
    'ON',
    '0',
    'off',
    'no',
    '',
    ' ',
    ' true',
  ),
  fc.constantFrom(
    '12',
    '-1.5',
    '1e3',
    '0x10',
    '0b1',
    ' 7 ',
    '1,5',
    'Infinity',
    '-Infinity',
    'NaN',
    '١',
    '1n',
    '.5',
    '\t3\n',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const value = fc.oneof({ weight: 4, arbitrary: text }, fc.boolean(), fc.double());
const key = fc.constantFrom('a', 'b', '_c', 'D1');
const cases = fc.dictionary(key, value, { noNullPrototype: true });

let app: FirebaseApp;
let config: RemoteConfig;
beforeAll(() => {
  vi.stubGlobal('window', globalThis);
  const options = { projectId: 'demo-differential', appId: '1:1:web:1', apiKey: 'none' };
  app = initializeApp(options, 'config-differential');
  config = getRemoteConfig(app);
});
afterAll(async () => {
  await deleteApp(app);
  vi.unstubAllGlobals();
});

const told = (one: Pick<ConfigValue, 'asString' | 'asNumber' | 'asBoolean'>, source: string) =>
  `${source} ${show(one.asString())} ${show(one.asNumber())} ${show(one.asBoolean())}`;

test('defaults convert to text, number and boolean as in the SDK', async () => {
  const counted = tally('configuration');
  const cloud = new FakeCloud();
  const client = connect(cloud);
  await compareCases(counted, 2000, cases, async (defaults) => {
    config.defaultConfig = defaults;
    client.config.setDefaults(defaults);
    for (const name of ['a', 'b', '_c', 'D1', 'none']) {
      const [theirs, ours] = [getValue(config, name), client.config.value(name)];
      counted.add('values');
      expect(told(ours, ours.source), `${name} of ${show(defaults)}`).toBe(told(theirs, theirs.getSource()));
    }
    expect(Object.keys(client.config.all()).toSorted()).toEqual(Object.keys(getAll(config)).toSorted());
  });
  await client.dispose();
  cloud.dispose();
});
