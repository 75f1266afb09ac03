import { expect, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { bucketCredentials } from './bucket-options.ts';
import { hostHelp, hostOptions } from './options.ts';

test('the server without options serves this machine alone, from a folder', () => {
  expect(hostOptions([])).toMatchObject({
    task: 'serve',
    listen: { host: '127.0.0.1', port: 4190 },
    ...{ url: null, database: null, admin: null, smtp: null, contact: null },
  });
});

test('an outside mail address is the contact of push services, too', () => {
  expect(hostOptions(['--from', 'pages@example.com'])?.contact).toBe('mailto:pages@example.com');
});

test.each([
  ['--url', 'https://muster.example', 'https://muster.example'],
  ['--url', 'https://muster.example:8443/', 'https://muster.example:8443'],
  ['--url', 'http://localhost:5000', 'http://localhost:5000'],
])('%s %s is an address', (name, given, expected) => {
  expect(hostOptions([name, given])?.url).toBe(expected);
});

test.each([
  ['http beyond this machine', ['--url', 'http://muster.example'], /must begin with https/u],
  ['a path', ['--url', 'https://muster.example/team'], /without a path/u],
  ['no address', ['--url', 'muster'], /takes an address like/u],
  ['another database', ['--database', 'mysql://a/b'], /postgres:/u],
  ['another mail server', ['--smtp', 'https://a'], /--smtp takes/u],
  ['an administrator without address', ['--admin', 'ada'], /--admin takes a mail address/u],
  ['a contact on this machine', ['--contact', 'a@localhost'], /outside of this machine/u],
  ['two tasks', ['--backup', 'a', '--restore', 'b'], /Choose one/u],
  ['an upgrade of what is restored', ['--upgrade', '--restore', 'b'], /Choose one/u],
  ['files in no bucket', ['--files', '/var/lib'], /s3:\/\/bucket/u],
  ['a prefix that leads elsewhere', ['--files', 's3://files/../other'], /prefix/u],
  [
    'an endpoint with a user',
    ['--files', 's3://files', '--s3-endpoint', 'https://a:b@c'],
    /--s3-endpoint takes/u,
  ],
  ['an endpoint without a bucket', ['--s3-endpoint', 'https://a'], /without --files/u],
  ['a test mail without a server', ['--doctor', '--to', 'a@example.com'], /--to takes/u],
  ['a token with a backup', ['--scim-token', '--backup', 'a'], /Choose one/u],
  ['an examination of an upgrade', ['--doctor', '--upgrade'], /Choose one/u],
  ['a port that is none', ['--port', 'x'], /--port takes/u],
  ['an unknown option', ['--prot', '1'], /Unknown option/u],
])('%s is rejected with a sentence', (_, args, sentence) => {
  expect(() => hostOptions(args)).toThrow(sentence);
  expect(() => hostOptions(args)).toThrow(CommandLineError);
});

test('an upgrade writes its backup to the given place', () => {
  expect(hostOptions(['--upgrade', '--backup', 'a'])).toMatchObject({ task: 'upgrade', file: 'a' });
  expect(hostOptions(['--upgrade'])).toMatchObject({ task: 'upgrade', file: null });
});

test.each([
  [['--files', 's3://files'], 'https://files.s3.us-east-1.amazonaws.com', ''],
  [
    ['--files', 's3://files/a/b/', '--s3-region', 'eu-central-1'],
    'https://files.s3.eu-central-1.amazonaws.com',
    'a/b/',
  ],
  [
    ['--files', 's3://files/a', '--s3-endpoint', 'http://localhost:9000'],
    'http://localhost:9000/files',
    'a/',
  ],
])('%s is a bucket', (args, address, prefix) => {
  expect(hostOptions(args)?.bucket).toMatchObject({ address, prefix });
});

test('keys of a bucket come from the environment alone', () => {
  expect(() => bucketCredentials({ AWS_ACCESS_KEY_ID: 'key' })).toThrow(/AWS_SECRET_ACCESS_KEY/u);
  expect(bucketCredentials({ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' })).toEqual({
    ...{ accessKeyId: 'key', secretAccessKey: 'secret' },
  });
});

test('the help names every option', () => {
  expect(hostOptions(['--help'])).toBeNull();
  for (const name of [
    'url',
    'data',
    'database',
    'admin',
    'smtp',
    'contact',
    'backup',
    'restore',
    'upgrade',
    'files',
  ])
    expect(hostHelp).toContain(`--${name} `);
});
