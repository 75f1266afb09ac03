import path from 'node:path';
import { expect, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { moveHelp, moveOptions } from './options.ts';

test('both ends are named by kind and address', () => {
  expect(moveOptions(['--from', 'desk:/a', '--to', 'host:/b', '--dry-run'])).toEqual({
    from: { kind: 'desk', folder: '/a' },
    to: { kind: 'host', data: '/b', database: null, hostName: null },
    ...{ team: null, dryRun: true, demonstration: false, acceptDifferences: false },
    state: path.resolve('muster-move.json'),
  });
  expect(moveOptions(['--from', 'host', '--to', 'embedded:/f.json'])).toMatchObject({
    from: { kind: 'host', data: path.resolve('muster-data') },
    to: { kind: 'embedded', file: '/f.json' },
    demonstration: true,
  });
  const database = 'postgres://a:b@c/d';
  expect(
    moveOptions(['--from', 'firebase:acme-oncall', '--to', `host:${database}`, '--to-data', '/x']),
  ).toMatchObject({
    from: { project: 'acme-oncall', bucket: 'acme-oncall.firebasestorage.app' },
    to: { kind: 'host', data: '/x', database },
  });
});

test.each([
  ['no source', ['--to', 'host'], /--from is missing/u],
  ['no target', ['--from', 'host'], /--to is missing/u],
  ['another kind', ['--from', 'supabase:x', '--to', 'host'], /--from takes desk:DIR/u],
  ['a desk without a folder', ['--from', 'desk', '--to', 'host'], /needs an address: desk:DIR/u],
  ['one end twice', ['--from', 'host:/a', '--to', 'host:/a'], /are the same/u],
  [
    'one folder of files',
    ['--from', 'host:/a', '--to', 'host:postgres://h/d', '--to-data', '/a'],
    /same folder/u,
  ],
  [
    'files of a desk',
    ['--from', 'desk:/a', '--to', 'host:/b', '--from-data', '/c'],
    /--from-data goes with/u,
  ],
  ['a project that is none', ['--from', 'firebase:A B', '--to', 'host'], /the id of a project/u],
  ['Firebase twice', ['--from', 'firebase:one-project', '--to', 'firebase:other-project'], /its own export/u],
  ['an unknown option', ['--form', 'x'], /Unknown option/u],
])('%s is rejected with a sentence', (_, args, sentence) => {
  expect(() => moveOptions(args)).toThrow(sentence);
  expect(() => moveOptions(args)).toThrow(CommandLineError);
});

test('the help names every option', () => {
  expect(moveOptions(['--help'])).toBeNull();
  for (const name of [
    'from',
    'to',
    'from-data',
    'team',
    'dry-run',
    'state',
    'demonstration',
    'accept',
    'bucket',
  ])
    expect(moveHelp).toContain(`--${name} `);
});

test.each([
  ['host:/b', 'https://muster.example:8443', 'muster.example'],
  ['host:postgres://muster@db/muster', 'https://muster.example/', 'muster.example'],
  ['host:/b', 'http://localhost:4190', 'localhost'],
])('%s is reached at %s by the host name %s', (to, url, hostName) => {
  expect(moveOptions(['--from', 'desk:/a', '--to', to, '--to-url', url])?.to).toMatchObject({ hostName });
});

test.each([
  ['desk:/b', 'https://muster.example', /--to-url goes with --to host/u],
  ['host:/b', 'muster.example', /--to-url takes an address/u],
  ['host:/b', 'http://muster.example', /--to-url must begin with https/u],
])('%s at %s is rejected', (to, url, sentence) => {
  expect(() => moveOptions(['--from', 'desk:/a', '--to', to, '--to-url', url])).toThrow(sentence);
});

test('two addresses of one target are the same end', () => {
  expect(() =>
    moveOptions(['--from', 'host:/a', '--to', 'host:/a', '--to-url', 'https://a.example']),
  ).toThrow(/are the same/u);
});
