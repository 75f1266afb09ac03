import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { settingsFile } from './settings-file.ts';

async function fileWith(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'settings.json');
  await writeFile(file, content);
  return file;
}

test('values of the settings file are read like remote configuration', async () => {
  const names = { SEV1: 'A', SEV2: 'B', SEV3: 'C', SEV4: 'D', SEV5: 'E' };
  const file = await fileWith(
    JSON.stringify({
      announcement: 'Drill at noon',
      drills: false,
      default_repeat: 3,
      severity_names: names,
    }),
  );
  expect(await settingsFile(file)).toEqual({
    announcement: 'Drill at noon',
    drills: 'false',
    default_repeat: '3',
    severity_names: JSON.stringify(names),
  });
});

test.each([
  ['no JSON', '{', /is no JSON\./u],
  ['a list', '[]', /is no JSON object/u],
  ['an unknown key', '{"anouncement":"x"}', /has “anouncement”\. It may have: severity_names, /u],
  ['a key of every object', '{"toString":"x"}', /has “toString”/u],
  ['a value that is no number', '{"default_repeat":"often"}', /at default_repeat: Use a whole number/u],
  ['a value out of range', '{"acknowledge_timeout_minutes":1000000}', /at acknowledge_timeout_minutes: Use/u],
  ['an object for a text', '{"drills":{}}', /at drills: Use true or false/u],
  ['too long a text', JSON.stringify({ announcement: 'x'.repeat(100_001) }), /more than 100000 bytes/u],
  ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), /is no JSON\./u],
  ['nothing', '', /is no JSON\./u],
  ['null', 'null', /is no JSON object/u],
  ['a key of prototypes', '{"__proto__":{"drills":false}}', /has “__proto__”/u],
  ['a long key', `{"${'k'.repeat(90_000)}":1}`, /has “k{100}”/u],
  [
    'a deep list',
    `{"drills":${'['.repeat(45_000)}${']'.repeat(45_000)}}`,
    /at drills: It is nested too deeply/u,
  ],
  [
    'a deep object',
    `{"severity_names":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}`,
    /at severity_names: /u,
  ],
  ['a list for a number', '{"default_repeat":[3]}', /at default_repeat: /u],
  ['null for a switch', '{"drills":null}', /at drills: /u],
])('%s is rejected with a sentence', async (_, content, sentence) => {
  const error: unknown = await settingsFile(await fileWith(content)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandLineError);
  expect(String(error)).toMatch(sentence);
});

test('a missing settings file is named', async () => {
  await expect(settingsFile('/none/such.json')).rejects.toThrow('/none/such.json can’t be read (ENOENT).');
});

test('an endless device and a folder are rejected as settings files', async () => {
  await expect(settingsFile('/dev/zero')).rejects.toThrow('/dev/zero has more than 100000 bytes.');
  await expect(settingsFile(tmpdir())).rejects.toThrow('can’t be read (EISDIR).');
});

test('a byte order mark is ignored', async () => {
  expect(await settingsFile(await fileWith('\uFEFF{"drills":false}'))).toEqual({ drills: 'false' });
});
