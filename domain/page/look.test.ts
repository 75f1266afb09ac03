import { expect, test } from 'vitest';
import { byLook, pageLook, othersText, takesScreen, waitingText } from './look.ts';
import { begin, policyOf, step, team } from './page.fixture.ts';

const page = (id: string, more: Parameters<typeof begin>[2] = {}) =>
  begin(policyOf([step(['ada'])]), team(), { id, ...more }).state;
const critical = page('critical');
const low = page('low', { urgency: 'low' });
const drill = page('drill', { subject: { kind: 'drill', to: { channel: 'push', target: 'd' } } });

test('low urgency never takes the screen; a drill and a critical page do, with different looks', () => {
  expect([critical, drill, low].map(pageLook)).toEqual(['critical', 'drill', 'low']);
  expect([critical, drill, low].map(takesScreen)).toEqual([true, true, false]);
});

test('a critical page comes before a drill and low urgency, even if newer', () => {
  const late = { ...critical, createdAt: critical.createdAt + 60_000 };
  expect([low, drill, late].toSorted(byLook).map(({ id }) => id)).toEqual(['critical', 'drill', 'low']);
});

test('items for the reader are labelled by the loudest kind', () => {
  expect(waitingText([])).toBeNull();
  expect(waitingText([drill])).toBe('A drill waits for you');
  expect(waitingText([low, drill])).toBe('1 low-urgency page waits for you');
  expect(waitingText([low, critical, critical])).toBe('2 pages wait for you');
});

test('items for other members name these members', () => {
  const nameOf = (userId: string) => userId.toUpperCase();
  expect(othersText([], nameOf)).toBeNull();
  expect(othersText([critical], nameOf)).toBe('1 page waits for ADA');
  expect(othersText([{ waitingFor: ['ada', 'lin'] }], nameOf)).toBe('1 page waits for others');
  expect(othersText([critical, low], nameOf)).toBe('2 pages wait for others');
});
