/** Size of an event's content, whatever it is about. */
import { expect, test } from 'vitest';
import { idOf } from '../base.ts';
import { begin, policyOf, step } from '../page/page.fixture.ts';
import { eventContent } from './payload.ts';

test('a page that asks 2,000 people is sent with the number of left-out people', () => {
  const people = Array.from({ length: 2_000 }, (_, n) => `person-with-a-long-id-${n}`.padEnd(64, 'x'));
  const acknowledgements = people.map((userId) => ({
    userId: idOf(userId),
    acknowledgedAt: 1_800_000_000_000,
  }));
  const { state } = begin(policyOf([step(['ada'])]));
  const entity = { ...state, waitingFor: people.map(idOf), acknowledgements };
  const content = eventContent('page.started', { kind: 'page', entity }, { changed: [], now: 0 });
  expect(content.length).toBeLessThan(60_000);
  const { data } = JSON.parse(content);
  expect(data.page.waitingFor.length).toBeGreaterThan(80);
  expect(data.page.waitingFor).toEqual(people.slice(0, data.page.waitingFor.length));
  expect(data.omitted).toEqual({
    waitingFor: 2_000 - data.page.waitingFor.length,
    acknowledgements: 2_000 - data.page.acknowledgements.length,
  });
});
