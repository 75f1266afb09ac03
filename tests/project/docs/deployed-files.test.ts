/** Files that are deployed as they are, held against the code that they must agree with. */
import { expect, test } from 'vitest';
import { type SettingsKey, settingsDefaults } from '#api/settings.ts';
import { inlineHashes } from '#tools/doctor-files.ts';
import firebase from '../../../firebase.json?raw';
import page from '../../../index.html?raw';
import template from '../../../remoteconfig.template.json?raw';

interface Header {
  readonly key: string;
  readonly value: string;
}

const { hosting } = JSON.parse(firebase) as {
  readonly hosting: {
    readonly headers: readonly { readonly source: string; readonly headers: readonly Header[] }[];
  };
};

const header = (source: string, name: string): string =>
  hosting.headers.find((one) => one.source === source)?.headers.find(({ key }) => key === name)?.value ?? '';

test('the template of the configuration publishes every setting with its default', () => {
  const { parameters } = JSON.parse(template) as {
    readonly parameters: Readonly<Record<string, { readonly defaultValue: { readonly value: string } }>>;
  };
  const published = Object.fromEntries(
    Object.entries(parameters).map(([key, { defaultValue }]) => [key, defaultValue.value]),
  );
  expect(published).toEqual(settingsDefaults satisfies Readonly<Record<SettingsKey, string>>);
});

test('the policy lets in the page’s own two scripts and no other inline one', () => {
  const scripts = header('**', 'Content-Security-Policy')
    .split('; ')
    .find((part) => part.startsWith('script-src'));
  expect(inlineHashes(page)).toHaveLength(2);
  for (const hash of inlineHashes(page)) expect(scripts).toContain(`'${hash}'`);
  expect(scripts).not.toContain('unsafe');
});

test('the policy lets through what the Firebase SDK speaks to', () => {
  const policy = header('**', 'Content-Security-Policy');
  const part = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `)) ?? '';
  for (const source of [
    'https://*.googleapis.com',
    'https://*.cloudfunctions.net',
    'wss://*.firebaseio.com',
    'wss://*.firebasedatabase.app',
  ])
    expect(part('connect-src')).toContain(source);
  expect(part('frame-src')).toContain('https://*.firebaseapp.com');
  expect(part('script-src')).toContain('https://apis.google.com');
  expect(part('object-src')).toBe("object-src 'none'");
});

test('hashed files are kept for good, and the page is asked for each time', () => {
  expect(header('/assets/**', 'Cache-Control')).toContain('immutable');
  expect(header('**', 'Cache-Control')).toBe('no-cache');
});
