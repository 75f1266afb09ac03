/** `muster import`, against Muster's own server code. The fixtures have the documented shapes of both APIs. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scheduleSchema } from '#domain/schedule/schema.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { documentPaths } from '#api/paths.ts';
import { addApiKey, apiFetch } from '#tests/app/functions/api-client.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { runCli } from '../run.ts';

let stage: FunctionsStage;
let key = '';
let folder = '';
let out = '';
beforeEach(async () => {
  stage = await FunctionsStage.open();
  key = await addApiKey(stage, { scopes: ['read', 'configure'] });
  // The use of a key is noted once a minute.
  await muster('oncall');
  folder = mkdtempSync(path.join(tmpdir(), 'muster-import-'));
  out = path.join(folder, 'out.yaml');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await stage.close();
});

async function muster(...args: readonly string[]) {
  const lines: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    env: { MUSTER_URL: 'https://muster.example.com', MUSTER_API_KEY: key, MUSTER_CONFIG: '/nowhere' },
    fetch: apiFetch(stage),
    now: () => stage.cloud.clock.now(),
    out: (text) => void lines.push(text),
    err: (text) => void err.push(text),
  });
  return { code, out: lines.join('\n'), err: err.join('\n') };
}

const fixtures = (name: string) => path.join(import.meta.dirname, 'fixtures', name);
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const person = async (scheduleId: string, at: string) => {
  const schedule = await stage.get(scheduleSchema, documentPaths.schedule(teamId, scheduleId));
  return schedule && onCallAt(schedule, [], Date.parse(at));
};

describe.each([
  ['pagerduty', 'pd-PPAY001', 'pd-PPOL001'],
  ['oncall', 'oncall-SPAY', 'oncall-FPAY'],
])('an export of %s', (from, scheduleId, policyId) => {
  test('is listed by a dry run that changes nothing', async () => {
    const stored = stage.stored();
    const { code, out: shown } = await muster(
      'import',
      '--from',
      from,
      fixtures(from),
      '-o',
      out,
      '--dry-run',
    );
    expect(code).toBe(0);
    expect(shown).toContain(`+ schedules.${scheduleId}`);
    expect(shown).toMatchSnapshot();
    expect(existsSync(out)).toBe(false);
    expect(stage.stored()).toBe(stored);
  });

  test('is written as a file that plan and apply accept, and importing it again changes nothing', async () => {
    expect(await muster('import', '--from', from, fixtures(from), '-o', out)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(Object.keys(parse(readFileSync(out, 'utf8')) as object)).toEqual(['schedules', 'policies']);
    expect((await muster('plan', out)).out).toContain(`+ policies.${policyId}`);
    expect(await muster('apply', out)).toMatchObject({ code: 0, err: '' });
    expect((await muster('plan', out)).out).toBe('Nothing to change.');
    const again = await muster('import', '--from', from, fixtures(from), '--dry-run');
    expect(again.out).toContain('Nothing to change.');
    expect(await muster('import', '--from', from, fixtures(from), '-o', out)).toMatchObject({ code: 2 });
  });
});

test('turns, hours and layer order equal those of PagerDuty', async () => {
  await muster('import', '--from', 'pagerduty', fixtures('pagerduty'), '-o', out);
  await muster('apply', out);
  // Tuesdays of two weeks, of the lower layer: hand-over on Mondays at 9:00 in Berlin, in summer too.
  expect(await person('pd-PPAY001', '2026-12-01T12:00:00Z')).toBe('mei');
  expect(await person('pd-PPAY001', '2026-12-08T12:00:00Z')).toBe('jonas');
  expect(await person('pd-PPAY001', '2027-06-14T06:59:00Z')).not.toBe(
    await person('pd-PPAY001', '2027-06-14T07:00:00Z'),
  );
  // From Friday 18:00 to Monday 8:00, of the higher layer.
  expect(await person('pd-PPAY001', '2026-12-11T16:59:00Z')).toBe('jonas');
  for (const at of ['2026-12-11T17:01:00Z', '2026-12-13T12:00:00Z', '2026-12-14T06:59:00Z'])
    expect([at, await person('pd-PPAY001', at)]).toEqual([at, 'mei']);
});

test('rotations, levels and weekdays equal those of OnCall', async () => {
  await muster('import', '--from', 'oncall', fixtures('oncall'), '-o', out);
  await muster('apply', out);
  // The first week, with the rotation begun at its second place.
  expect(await person('oncall-SPAY', '2026-01-06T12:00:00Z')).toBe('mei');
  expect(await person('oncall-SPAY', '2026-01-13T12:00:00Z')).toBe('jonas');
  // Nights from Monday to Friday: of the higher level, over midnight; a week begins on Monday.
  expect(await person('oncall-SPAY', '2026-01-13T22:00:00Z')).toBe('jonas');
  expect(await person('oncall-SPAY', '2026-01-17T05:00:00Z')).toBe('jonas');
  expect(await person('oncall-SPAY', '2026-01-19T22:00:00Z')).toBe('mei');
});

test('PagerDuty’s final schedule decides the order of layers', async () => {
  cpSync(fixtures('pagerduty'), folder, { recursive: true });
  const file = 'schedule-PPAY.json';
  const answer = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
    schedule: Record<string, object>;
  };
  const layers = answer.schedule['schedule_layers'] as object[];
  const entry = { start: '2026-12-04T18:00:00Z', end: '2026-12-06T18:00:00Z', user: { id: 'PMEI001' } };
  const day = { start: '2026-12-09T00:00:00Z', end: '2026-12-10T00:00:00Z', user: { id: 'PJONAS1' } };
  const weekend = { ...entry, start: '2026-12-12T00:00:00Z', end: '2026-12-13T00:00:00Z' };
  const final = (entries: object[]) => ({ rendered_schedule_entries: entries });
  write(
    file,
    JSON.stringify({
      schedule: {
        ...answer.schedule,
        schedule_layers: layers.toReversed(),
        final_schedule: final([entry, day, weekend]),
      },
    }),
  );
  const { out: turned } = await muster('import', '--from', 'pagerduty', folder, '--dry-run');
  expect(turned).not.toMatch(/the order of its layers|somebody else on call/u);
  write(
    file,
    JSON.stringify({
      schedule: { ...answer.schedule, final_schedule: final([{ ...day, user: { id: 'PMEI001' } }]) },
    }),
  );
  const { out: other } = await muster('import', '--from', 'pagerduty', folder, '--dry-run');
  expect(other).toContain('at 2026-12-09T12:00:00.000Z PagerDuty has somebody else on call');
});

test('people outside the team are listed, and left out only on request', async () => {
  const shown = await muster('import', '--from', 'pagerduty', fixtures('pagerduty'), '--dry-run');
  expect(shown.out).toContain('Not in the team:\n  Nils New <nils@example.com>');
  expect(shown.out).toContain(
    'schedule “With somebody new”: Nils New <nils@example.com> is not in the team.',
  );
  const without = await muster(
    'import',
    '--from',
    'pagerduty',
    fixtures('pagerduty'),
    '--dry-run',
    '--without',
    'Nils@example.com',
  );
  expect(without.out).toContain('+ schedules.pd-PNEWS01');
  expect(without.out).toContain('without Nils New <nils@example.com>, as you asked.');
});

test('apply rejects an import that leaves a gap', async () => {
  await muster('import', '--from', 'pagerduty', fixtures('pagerduty'), '-o', out);
  const later = new Date(stage.cloud.clock.now() + 3 * 86_400_000).toISOString();
  writeFileSync(out, readFileSync(out, 'utf8').replaceAll(/startsAt: .*/gu, `startsAt: ${later}`));
  expect(await muster('apply', out)).toMatchObject({
    code: 5,
    err: expect.stringContaining('nobody on call'),
  });
});

test('a key without the scope, or of a member who may not configure, looks up no member', async () => {
  key = await addApiKey(stage, { n: 2, scopes: ['read', 'respond'] });
  expect(await muster('import', '--from', 'pagerduty', fixtures('pagerduty'), '--dry-run')).toMatchObject({
    code: 3,
    err: expect.stringContaining('configure'),
  });
});

describe('an unreadable file is reported, and nothing is written', () => {
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`;
  test.each([
    ['pagerduty', '{"users":[', 'is no JSON'],
    ['pagerduty', '\u0000\u0001', 'is no JSON'],
    ['pagerduty', '[]', '0 of 0 schedules'],
    ['pagerduty', '{}', 'no answer of PagerDuty'],
    ['pagerduty', '"text"', 'no answer of PagerDuty'],
    ['pagerduty', `{"users":${deep}}`, 'nested deeper'],
    ['pagerduty', '{"users":[],"offset":0,"limit":1,"more":true}', 'more follow from offset=0'],
    ['pagerduty', '{"users":[{"id":"P2","name":"x"}],"offset":100,"more":false}', 'begins at 100'],
    ['pagerduty', '{"users":[{"id":1}]}', 'user without a name'],
    [
      'pagerduty',
      '{"schedules":[{"id":"P","name":"x","time_zone":"Nowhere","schedule_layers":[]}]}',
      'no layer that goes on',
    ],
    [
      'oncall',
      '{"count":3,"next":"https://x/?page=2","results":[{"id":"U","username":"a"}]}',
      '1 of 3 are there',
    ],
    ['oncall', '{"results":{}}', 'no answer of Grafana OnCall'],
    ['oncall', '{"count":1,"next":null,"results":[{"id":"S","type":"web","name":7}]}', 'schedule “S”'],
    ['oncall', '{"count":1,"next":null,"results":[{"odd":1}]}', 'an entry that is no user'],
  ])('%s: %s', async (from, text, sentence) => {
    write('export.json', text);
    const { code, out: shown, err } = await muster('import', '--from', from, folder, '-o', out, '--dry-run');
    expect(shown + err).toContain(sentence);
    expect(err === '' ? 0 : 2).toBe(code);
    expect(existsSync(out)).toBe(false);
  });

  test('a file above 16 MiB is not read', async () => {
    write('export.json', ' '.repeat(16 * 1024 * 1024 + 1));
    expect(await muster('import', '--from', 'oncall', folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('16 MiB'),
    });
  });

  test('too many files, no file and a missing folder are rejected', async () => {
    expect((await muster('import', '--from', 'oncall', folder)).err).toContain('no .json file');
    expect((await muster('import', '--from', 'oncall', `${folder}/none`)).err).toContain('can’t be read');
    for (let n = 0; n < 501; n += 1) write(`${n}.json`, '[]');
    expect((await muster('import', '--from', 'oncall', folder)).err).toContain('at most 500');
    expect((await muster('import', '--from', 'opsgenie', folder)).err).toContain('--from pagerduty');
  });
});
