import { describe, expect, test } from 'vitest';
import { limits } from '../constants.ts';
import { readLarge } from './large-message.ts';
import { readMessage } from './message.ts';

const mebi = 1024 * 1024;
const alert = (number: number) => ({
  status: 'firing',
  labels: { instance: `db-${number}`, note: 'x'.repeat(500) },
});
const thin = { status: 'firing', labels: {} };
const alerts = (count: number) => Array.from({ length: count }, (_, number) => alert(number));

describe('a too large message', () => {
  test('keeps the first alerts of a group, the deciding fields of the others, and the fields behind them', () => {
    const all = alerts(9_000);
    const text = JSON.stringify({ status: 'firing', alerts: all, groupKey: '{}:{a="b"}' });
    const { value, alerts: counts, fields } = readLarge(text);
    const read = (value as { alerts: unknown[] }).alerts;
    const kept = all.length - counts.thinned;
    expect(value).toMatchObject({ status: 'firing', groupKey: '{}:{a="b"}' });
    expect(read).toEqual([...all.slice(0, kept), ...Array.from({ length: counts.thinned }, () => thin)]);
    expect(kept).toBeGreaterThan(4_000);
    expect(counts.leftOut).toBe(0);
    expect(fields).toBe(0);
  });

  test('keeps status and severity of each alert, and counts the alerts left out', () => {
    const small = Array.from({ length: 60_000 }, (_, number) => ({
      status: number % 2 === 0 ? 'firing' : 'resolved',
      labels: { severity: number === 30_000 ? 'critical' : 'info', note: 'x'.repeat(60) },
    }));
    const { value, alerts: counts } = readLarge(JSON.stringify({ alerts: small }));
    const read = (value as { alerts: typeof small }).alerts;
    expect(read.length + counts.leftOut).toBe(60_000);
    expect(counts.leftOut).toBe(10_000);
    expect(read[30_000]).toEqual({ status: 'firing', labels: { severity: 'critical' } });
    expect(read[30_001]).toEqual({ status: 'resolved', labels: { severity: 'info' } });
  });

  test('keeps the small fields around a large one, at any depth', () => {
    const text = JSON.stringify({
      event: { details: { log: 'x"\\'.repeat(2 * mebi), host: 'db-1' }, title: 'Disk full' },
      id: 'k',
    });
    expect(readLarge(text)).toEqual({
      value: { event: { details: { host: 'db-1' }, title: 'Disk full' }, id: 'k' },
      alerts: { leftOut: 0, thinned: 0 },
      fields: 1,
    });
  });

  test('is read up to its end when cut off, and has no content when no JSON', () => {
    const cut = JSON.stringify({ id: 'k', list: alerts(9_000) }).slice(0, 5 * mebi);
    expect(readLarge(cut).value).toMatchObject({ id: 'k', list: expect.arrayContaining([alert(0)]) });
    for (const text of ['x', '"', '[', '{', '{"a', '{"a":']) {
      const { value } = readLarge(text.padEnd(100_000, text.endsWith('"') ? '\\"' : ' x'));
      expect([undefined, '[]', '{}']).toContain(value && JSON.stringify(value));
    }
  });

  test.each([
    ['brackets that never end', () => '['.repeat(10 * mebi)],
    ['objects that never end', () => '{"a":'.repeat(2 * mebi)],
    ['small fields without end', () => `{${'"a":1,'.repeat(1.5 * mebi)}"b":1}`],
    ['a text of backslashes', () => `{"a":"${'\\'.repeat(10 * mebi)}`],
    ['quotes', () => '"'.repeat(10 * mebi)],
  ])('is read in bounded time and memory: %s', (_, textOf) => {
    const { value } = readLarge(textOf());
    expect(JSON.stringify(value ?? null).length).toBeLessThanOrEqual(limits.ingestBytes);
  });

  test('has a warning with its size, the left-out parts and what to do', () => {
    const text = JSON.stringify({ alerts: alerts(9_000), groupKey: 'g' });
    expect(readMessage(text).warnings).toEqual([
      expect.stringMatching(
        /^The message is larger than 4 MiB \(4\.8\), so it was read in part: only status and severity of \d,\d+ alerts\. Set the sender’s own limit, such as max_alerts of Alertmanager\.$/u,
      ),
    ]);
    expect(readMessage('{}')).toEqual({ body: {}, alertsLeftOut: 0, warnings: [] });
  });
});
