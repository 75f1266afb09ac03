import { describe, expect, test } from 'vitest';
import { askedAfterDecline, consequenceOf, consequenceText, declineText } from './consequence.ts';
import { tick } from './engine.ts';
import { directPolicy } from './frozen-policy.ts';
import { forecast } from './forecast.ts';
import { begin, changes, minutes, policyOf, start, step, team } from './page.fixture.ts';
import type { Page } from './schema.ts';
import { changePage } from './transitions.ts';

const nameOf = (userId: string) => (userId === 'ada' ? 'you' : userId);
const direct = (...userIds: string[]) =>
  directPolicy(userIds, { defaultStepDelayMinutes: 5, defaultRepeat: 2 });
const sentence = (page: Page, people = team()) =>
  consequenceText(consequenceOf(page, forecast(page, people, start, 1)[0]), nameOf);
const textAfterDecline = (page: Page, by: string, people = team()) => {
  const stillAsked = page.waitingFor.filter((userId) => userId !== by);
  const { next, reason } = declineText(
    askedAfterDecline(page, { by, now: start, people }),
    stillAsked,
    nameOf,
  );
  return `${next} ${reason}`;
};

describe('the consequence of no answer to a page', () => {
  test('names new members as an escalation', () => {
    expect(sentence(begin(policyOf([step(['ada']), step(['lin'])])).state)).toBe('Escalates to lin in');
  });

  test('names the same member as asked again, without an escalation', () => {
    expect(sentence(begin(direct('ada')).state)).toBe('You are asked again in');
    expect(sentence(begin(direct('lin', 'sam')).state)).toBe('Asks lin and sam again in');
  });

  test('names earlier recipients as asked again when the policy starts over', () => {
    const { state } = begin(policyOf([step(['lin']), step(['sam'])], 1));
    expect(sentence(tick(state, team(), start + minutes(5)).state)).toBe('Asks lin again in');
  });

  test('distinguishes new recipients from earlier ones', () => {
    const { state } = begin(policyOf([step(['lin']), step(['ada', 'lin'])]));
    expect(sentence(state)).toBe('Escalates to you and asks lin again in');
  });

  test('is that the page ends or stays open, without anyone left to ask', () => {
    expect(sentence(begin(policyOf([step(['ada'])]), team([], [])).state, team([], []))).toBe(
      'Nobody is left to ask. It ends unanswered in',
    );
    expect(consequenceText({ kind: 'stays' }, nameOf)).toBe('It stays open until someone acknowledges.');
  });
});

test('the consequence of a drill asks no one else and ends', () => {
  const drill = begin(policyOf([step(['ada'])]), team(), {
    subject: { kind: 'drill', to: { channel: 'push', target: 'd' } },
  });
  expect(sentence(drill.state)).toBe('It asks nobody else, and ends in');
});

describe('the consequence of a decline', () => {
  test('names the members asked at once', () => {
    expect(textAfterDecline(begin(policyOf([step(['ada']), step(['lin'])])).state, 'ada')).toBe(
      'lin is asked at once. They see your reason.',
    );
    expect(textAfterDecline(begin(direct('ada')).state, 'ada', team(['fay', 'mei']))).toBe(
      'fay and mei are asked at once. They see your reason.',
    );
  });

  test('names the members who can still answer, or states that no one can', () => {
    expect(textAfterDecline(begin(policyOf([step(['ada', 'lin'])])).state, 'ada')).toBe(
      'lin can still answer. They see your reason.',
    );
    const nobody = team([], []);
    expect(textAfterDecline(begin(direct('ada'), nobody).state, 'ada', nobody)).toBe(
      'Nobody else is left to ask. Your reason stays with the page.',
    );
  });
});

describe('a page that a member declines', () => {
  const declined = (page: Page, by: string) => {
    const outcome = changePage(
      page,
      { kind: 'decline', reason: 'On a train' },
      { by, now: start, people: team() },
    );
    if (!outcome.ok) throw new Error(outcome.error.code);
    return outcome;
  };

  test('by name goes to the fallback people, without mention of starting over', () => {
    const outcome = declined(begin(direct('lin')).state, 'lin');
    expect(outcome.state).toMatchObject({ phase: 'fallback', waitingFor: ['fay'] });
    expect(changes(outcome)).toEqual(['declined', 'skipped', 'notified']);
  });

  test('and that starts over has a sentence without “nobody answered”', () => {
    const page = tick(
      begin(policyOf([step(['ada']), step(['lin'])], 1)).state,
      team(),
      start + minutes(5),
    ).state;
    const { events } = declined(page, 'lin');
    expect(events.map(({ entry }) => entry)).toMatchObject([
      { change: 'declined' },
      { change: 'repeated', reason: 'declined' },
      { change: 'notified', userIds: ['ada'] },
    ]);
  });
});
