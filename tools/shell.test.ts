/** The first paint of index.html: which shell its scripts choose, and what the built page has of it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { links } from '#src/data/links.ts';
import { sharedBuild } from './shared-builds.ts';
import type { Kind } from './size-build.ts';

const page = await readFile(path.resolve(import.meta.dirname, '../index.html'), 'utf8');
const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);

interface Browser {
  readonly address: string;
  readonly local?: Readonly<Record<string, string>>;
  readonly session?: Readonly<Record<string, string>>;
  /** Whether storage is refused. */
  readonly refused?: boolean;
}

/** Attributes that the page's first script writes on its root element. */
function chosen({ address, local = {}, session = {}, refused = false }: Browser) {
  const dataset: Record<string, string> = {};
  const storage = (values: Readonly<Record<string, string>>) => ({
    getItem(key: string) {
      if (refused) throw new Error('SecurityError');
      return values[key] ?? null;
    },
  });
  const { pathname, search } = new URL(address, 'http://localhost');
  const context = createContext({
    location: { pathname, search },
    document: { documentElement: { dataset } },
    localStorage: storage(local),
    sessionStorage: storage(session),
  });
  runInContext(scripts[0] ?? '', context);
  return dataset;
}

const mark = { 'muster.session': 'mei' };

describe('the shell of a screen', () => {
  test.each([
    ['home, for a stranger', { address: '/' }, 'sign-in'],
    ['a room, for a stranger', { address: '/t/one/incidents/7' }, 'sign-in'],
    ['home, for somebody signed in', { address: '/', local: mark }, 'frame'],
    ['a room, for somebody signed in', { address: '/t/one/incidents/7?x=1', local: mark }, 'frame'],
    [
      'home, for somebody signed in in this tab',
      { address: '/', session: { ...mark, 'muster.session-of-tab': 'true' } },
      'frame',
    ],
    [
      'home, for a tab with a session of its own that is over',
      { address: '/', local: mark, session: { 'muster.session-of-tab': 'true' } },
      'sign-in',
    ],
    ['the sign-in screen', { address: links.signIn(), local: mark }, 'sign-in'],
    ['the sign-in screen with a way back', { address: `${links.signIn()}?to=%2Falerts` }, 'sign-in'],
    ['another way to sign in', { address: `${links.signIn()}?way=link` }, undefined],
    ['a link of an email', { address: `${links.signIn()}?mode=resetPassword&oobCode=x` }, undefined],
    ['an invite', { address: `${links.invite()}#token`, local: mark }, undefined],
    ['a recovery', { address: links.recover().replace('~', '') }, undefined],
    [
      'the deletion of an account',
      { address: links.deleteAccount().replace('~', ''), local: mark },
      undefined,
    ],
    ['home, where storage is refused', { address: '/', refused: true }, 'sign-in'],
  ] as const)('of %s', (_name, browser, screen) => {
    expect(chosen(browser).screen).toBe(screen);
  });

  test.each(['light', 'dark'])('has the chosen theme %s', (theme) => {
    expect(chosen({ address: '/', local: { 'muster.theme': theme } }).theme).toBe(theme);
  });

  test('has the system’s theme without a valid choice', () => {
    expect(chosen({ address: '/' }).theme).toBeUndefined();
    expect(chosen({ address: '/', local: { 'muster.theme': 'sepia' } }).theme).toBeUndefined();
  });
});

describe.each(['embedded', 'firebase'] as const)('the built page, %s', (kind: Kind) => {
  let html = '';
  let dir = '';
  beforeAll(async () => {
    ({ dir } = await sharedBuild(kind));
    html = await readFile(path.join(dir, 'index.html'), 'utf8');
  });

  const shell = (screen: string) =>
    new RegExp(`<template id="shell-${screen}">([\\s\\S]*?)</template>`).exec(html)?.[1] ?? '';

  test('has its shell’s styles before the style sheet', () => {
    expect(html.indexOf('rel="stylesheet"')).toBeGreaterThan(html.indexOf('</template>'));
    const styles = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    for (const screen of ['sign-in', 'frame']) {
      const classes = [...shell(screen).matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) =>
        names.split(' '),
      );
      const ours = classes.filter((name) => /^_\w+_\w{5}_\d+$/.test(name));
      expect(ours.length).toBeGreaterThan(10);
      for (const name of ours) expect(styles).toContain(`.${name}`);
    }
  });

  test('has the app’s class names', async () => {
    const sheet = /href="\/(assets\/start-[^"]+\.css)"/.exec(html)?.[1] ?? '';
    const css = await readFile(path.join(dir, sheet), 'utf8');
    const classes = new Set(
      [...shell('sign-in').matchAll(/_(?:layout|about|people|divider|ways)_\w{5}_\d+/g)].map(String),
    );
    expect(classes.size).toBeGreaterThan(3);
    for (const name of classes) expect(css).toContain(`.${name}`);
  });

  test('describes each screen’s content', () => {
    expect(shell('sign-in')).toContain(kind === 'embedded' ? 'Step into a rehearsal' : 'Sign in');
    expect(shell('sign-in')).toContain('The right people in one room when something breaks.');
    expect(shell('frame')).toContain('aria-label="Main"');
    expect(shell('frame')).toContain('On call');
  });

  test('names existing files and each screen’s own', async () => {
    for (const screen of ['sign-in', 'frame', 'next']) {
      const files = [...shell(screen).matchAll(/href="\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(3);
      for (const file of files) expect((await readFile(path.join(dir, file))).length).toBeGreaterThan(0);
    }
    expect(shell('sign-in')).toMatch(/assets\/sign-in-/);
    expect(shell('frame')).not.toMatch(/assets\/sign-in-/);
    expect(shell('frame')).toMatch(/assets\/home-/);
    expect(shell('next')).toMatch(/assets\/home-/);
    expect(shell('next')).toMatch(/assets\/arrival-/);
  });
});
