import { getApps } from 'firebase/app';
import { afterEach, expect, it } from 'vitest';
import { defaultSettings } from '#provider-kit/settings.ts';
import { type FirebaseClient, openFirebase, withEveryPort } from './backend.ts';
import { openCore } from './core.ts';

const project = {
  apiKey: 'key',
  authDomain: 'demo-muster.firebaseapp.com',
  projectId: 'demo-muster',
  appId: '1:1:web:1',
  messagingSenderId: '1',
  storageBucket: 'demo-muster.appspot.com',
  databaseURL: 'https://demo-muster.firebaseio.com',
};

const opened: FirebaseClient[] = [];
const open = (...asked: Parameters<typeof openFirebase>): FirebaseClient => {
  const client = openFirebase(...asked);
  opened.push(client);
  return client;
};
const names = () => getApps().map(({ name }) => name);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((client) => client.dispose()));
});

it('clients of a page have distinct app names, the first one always the same', async () => {
  const first = open({ project });
  open({ project });
  expect(names()).toEqual(['muster', 'muster-2']);
  await first.dispose();
  open({ project });
  expect(names()).toEqual(['muster-2', 'muster']);
});

it('an app name can be chosen once at a time', async () => {
  const client = open({ project }, { name: 'left' });
  expect(names()).toEqual(['left']);
  expect(() => open({ project }, { name: 'left' })).toThrow(/left/);
  await Promise.all([client.dispose(), client.dispose()]);
  expect(names()).toEqual([]);
});

it('settings are checked before an app is created', () => {
  expect(open({ project }).settings).toEqual(defaultSettings);
  const settings = { longPollingTimeoutMs: 1 };
  expect(() => open({ project, settings })).toThrow(/longPollingTimeoutMs/);
  expect(names()).toEqual(['muster']);
});

it('a client has no control, and its manifest declares none', () => {
  const client = open({ project });
  expect(client.control).toBeNull();
  expect(client.capabilities.supports.control).toBe('no');
  expect(client.openSubscriptions()).toBe(0);
});

it('ports created during disposal open no subscription', async () => {
  const core = openCore({ project });
  const ended = core.dispose();
  const client = withEveryPort(core);
  await ended;
  client.messaging.onMessage(() => {});
  client.performance.watchRecords(() => {});
  expect(client.openSubscriptions()).toBe(0);
});
