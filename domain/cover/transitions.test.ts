import { describe, expect, test } from 'vitest';
import { day, hour } from '../constants.ts';
import { onCallAt } from '../schedule/rota.ts';
import type { Override, Schedule } from '../schedule/schema.ts';
import { coverAfter, handOverRequest } from './hand-over.ts';
import type { Transition } from '../transition.ts';
import type { CoverRequest } from './schema.ts';
import { asks } from './asked.ts';
import {
  cancelCover,
  type CoverContent,
  releaseCover,
  requestCover,
  reviewCover,
  takeCover,
  uncovered,
} from './transitions.ts';

const now = Date.UTC(2026, 5, 1, 9);
const schedule: Schedule = {
  id: 's',
  teamId: 't',
  createdAt: 0,
  createdBy: 'ada',
  revision: 1,
  name: 'Payments',
  timezone: 'UTC',
  layers: [
    {
      name: 'Daily',
      people: ['noor', 'lin'],
      startsAt: now,
      unit: 'day',
      every: 1,
      restrictions: [],
      shadow: false,
    },
  ],
  versions: [],
};
const rota = (overrides: readonly Override[] = []) => ({ schedule, overrides });
const by = (who: string, at = now) => ({ by: who, now: at });
const content = (more: Partial<CoverContent> = {}): CoverContent => ({
  id: 'r',
  teamId: 't',
  scheduleId: 's',
  userId: 'noor',
  startsAt: now + 2 * hour,
  endsAt: now + 6 * hour,
  asked: null,
  note: '',
  ...more,
});
function stateOf<S>(outcome: Transition<S, never>): S {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.state;
}
const requested = (more: Partial<CoverContent> = {}) =>
  stateOf(requestCover(content(more), rota(), [], by('noor')));
const naming = { nameOf: (userId: string) => `${userId} of the team` };
const taking = (request: CoverRequest, who: string, given: Partial<{ by: string; at: number }> = {}) =>
  takeCover(request, { userId: who, overrideId: `o-${who}` }, rota(), {
    ...by(given.by ?? who, given.at),
    ...naming,
  });
function taken(request: CoverRequest, who: string) {
  const change = taking(request, who);
  if (!change.ok || change.state.override === null) throw new Error('It was not taken.');
  return { request: change.state.request, override: change.state.override };
}

describe('a request for cover', () => {
  test('is for a shift or a part of one, and is due at its end', () => {
    expect(requested()).toMatchObject({ status: 'open', dueAt: now + 6 * hour, takerId: null });
    expect(requested({ startsAt: now - day, endsAt: now + day }).startsAt).toBe(now);
  });

  test.each([
    ['over', { startsAt: now - 2 * hour, endsAt: now }, 'endsAt'],
    ['partly of somebody else', { endsAt: now + day + 1 }, 'startsAt'],
    ['of somebody who is not on call', { userId: 'lin' }, 'startsAt'],
    ['to its own person', { asked: ['lin', 'noor'] }, 'asked'],
  ])('that is %s is rejected', (_, more, field) => {
    expect(requestCover(content(more), rota(), [], by('noor'))).toMatchObject({ error: { field } });
  });

  test('may touch but not overlap another open request of the same person', () => {
    const other = requested();
    const again = (more: Partial<CoverContent>) =>
      requestCover(content({ id: 'r2', ...more }), rota(), [other], by('noor'));
    expect(again({ startsAt: now + 5 * hour, endsAt: now + 7 * hour })).toMatchObject({
      ok: false,
      error: { field: 'startsAt', message: expect.stringContaining('already') },
    });
    expect(again({ startsAt: now + 6 * hour, endsAt: now + 7 * hour }).ok).toBe(true);
    const cancelled = stateOf(cancelCover(other, by('noor')));
    expect(requestCover(content({ id: 'r2' }), rota(), [cancelled], by('noor')).ok).toBe(true);
  });

  test('of a removed schedule is rejected', () => {
    const gone = { schedule: null, overrides: [] };
    expect(requestCover(content(), gone, [], by('noor'))).toMatchObject({ error: { field: 'startsAt' } });
  });
});

describe('taking cover', () => {
  test('puts the first taker on call in the requester’s place', () => {
    const { request, override } = taken(requested(), 'mei');
    expect(request).toMatchObject({ status: 'taken', takerId: 'mei', overrideId: override.id, takenAt: now });
    expect(override).toMatchObject({ insteadOf: 'noor', startsAt: now + 2 * hour, endsAt: now + 6 * hour });
    expect(onCallAt(schedule, [override], now + 3 * hour)).toBe('mei');
    expect(onCallAt(schedule, [override], now + 6 * hour)).toBe('noor');
    expect(taking(request, 'lin')).toMatchObject({
      error: { code: 'already_acknowledged', by: 'mei', message: 'mei of the team was first and takes it.' },
    });
    expect(taking(request, 'mei')).toMatchObject({ ok: true, state: { request, override: null } });
  });

  test('in the middle of the shift covers the remaining part', () => {
    const change = taking(requested(), 'mei', { at: now + 4 * hour });
    expect(change).toMatchObject({
      state: { request: { startsAt: now + 4 * hour }, override: { startsAt: now + 4 * hour } },
    });
  });

  test('is allowed for asked members and those an admin chooses, and never for the requester', () => {
    const named = requested({ asked: ['mei'] });
    expect(asks(named, 'mei') && !asks(named, 'lin') && !asks(requested(), 'noor')).toBe(true);
    expect(taking(named, 'lin')).toMatchObject({ error: { code: 'forbidden' } });
    expect(taking(named, 'lin', { by: 'jonas' }).ok).toBe(true);
    expect(taking(requested(), 'noor')).toMatchObject({ error: { field: 'userId' } });
  });

  test('is rejected with a sentence after the request was cancelled or is over, or the shift was moved', () => {
    const request = requested();
    const cancelled = stateOf(cancelCover(request, by('noor')));
    const said = (outcome: ReturnType<typeof taking>) => (outcome.ok ? '' : outcome.error.message);
    expect(said(taking(cancelled, 'mei'))).toContain('was cancelled');
    expect(said(taking(request, 'mei', { at: now + 6 * hour }))).toContain('is over');
    const moved = { ...taken(request, 'kim').override, createdAt: now + 1, insteadOf: null };
    const late = takeCover(request, { userId: 'mei', overrideId: 'o' }, rota([moved]), {
      ...by('mei'),
      ...naming,
    });
    expect(late).toMatchObject({
      error: { code: 'illegal_transition', message: expect.stringContaining('lapsed') },
    });
  });
});

describe('giving cover back', () => {
  test('before its beginning reopens the request and removes the override', () => {
    const { request, override } = taken(requested(), 'mei');
    const back = releaseCover(request, override, by('mei', now + hour));
    expect(back).toMatchObject({
      state: {
        override: null,
        request: { status: 'open', takerId: null, overrideId: null, dueAt: now + 6 * hour },
      },
    });
    expect(releaseCover(requested(), null, by('mei')).ok).toBe(false);
  });

  test('after its beginning is rejected; removing the override then ends the request', () => {
    const { request, override } = taken(requested(), 'mei');
    const late = by('mei', now + 3 * hour);
    expect(releaseCover(request, override, late)).toMatchObject({ error: { field: 'requestId' } });
    expect(uncovered(request, late)).toMatchObject({ status: 'taken', endsAt: now + 3 * hour, dueAt: null });
    expect(uncovered(request, by('mei')).status).toBe('open');
  });
});

describe('the end of a request for cover', () => {
  test('is the cancellation, unless the request is taken', () => {
    const cancelled = cancelCover(requested(), by('noor'));
    expect(cancelled).toMatchObject({ state: { status: 'cancelled', dueAt: null } });
    const { request } = taken(requested(), 'mei');
    expect(cancelCover(request, by('noor'))).toMatchObject({ error: { from: 'taken', to: 'cancelled' } });
    expect(cancelCover(stateOf(cancelled), by('noor')).ok).toBe(false);
  });

  test('is the end of its time, or the first change that moves the shift to another person', () => {
    const request = requested();
    expect(reviewCover(request, rota(), by('system', now + 5 * hour))).toMatchObject({ state: request });
    expect(reviewCover(request, rota(), by('system', now + 6 * hour))).toMatchObject({
      state: { status: 'expired', expiry: 'over', dueAt: null },
    });
    const other = { ...taken(request, 'kim').override, startsAt: now + 5 * hour };
    expect(reviewCover(request, rota([other]), by('system'))).toMatchObject({
      state: { status: 'expired', expiry: 'moved' },
    });
    const { request: covered } = taken(request, 'mei');
    expect(reviewCover(covered, rota(), by('system', now + hour))).toMatchObject({ state: covered });
    expect(reviewCover(covered, rota(), by('system', now + 6 * hour))).toMatchObject({
      state: { status: 'taken', dueAt: null },
    });
  });
});

describe('a leaving member', () => {
  const leaving = (from: string, to: string | null) => ({ from, to });

  test('has their request cancelled, and is replaced or removed among the asked members', () => {
    expect(handOverRequest(requested(), leaving('noor', 'mei'), by('ola'))).toMatchObject({
      status: 'cancelled',
      dueAt: null,
    });
    const asked = (people: string[], to: string | null) =>
      handOverRequest(requested({ asked: people }), leaving('lin', to), by('ola')).asked;
    expect(asked(['lin', 'kim'], 'mei')).toEqual(['mei', 'kim']);
    expect(asked(['lin', 'kim'], null)).toEqual(['kim']);
    expect(asked(['lin'], 'noor')).toBeNull();
  });

  test('has the cover they took handed on, or the request reopened', () => {
    const { request, override } = taken(requested(), 'mei');
    const next = { ...override, id: 'o2', userId: 'kim' };
    expect(coverAfter(request, next, leaving('mei', 'kim'), by('ola'))).toMatchObject({
      status: 'taken',
      takerId: 'kim',
      overrideId: 'o2',
    });
    expect(coverAfter(request, null, leaving('mei', null), by('ola')).status).toBe('open');
    expect(coverAfter(request, null, leaving('noor', null), by('ola')).status).toBe('cancelled');
  });
});
