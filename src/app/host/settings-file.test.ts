import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CommandLineError } from '../server-options.ts';
import { settingsFile } from './settings-file.ts';

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-settings-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'settings.json');
  await writeFile(file, content);
  return file;
}

test('values are read as remote configuration has them', async () => {
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
  ['too long a text', JSON.stringify({ announcement: 'x'.repeat(100_001) }), /more than 100000 characters/u],
])('%s is answered with a sentence', async (_, content, sentence) => {
  const error: unknown = await settingsFile(await fileWith(content)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CommandLineError);
  expect(String(error)).toMatch(sentence);
});

test('a file that is not there is named', async () => {
  await expect(settingsFile('/none/such.json')).rejects.toThrow('/none/such.json can’t be read (ENOENT).');
});
