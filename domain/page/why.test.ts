import { describe, expect, test } from 'vitest';
import { changeAlert, receive } from '../alert/transitions.ts';
import type { Alert, Unpaged } from '../alert/schema.ts';
import type { StepCondition } from '../policy/condition.ts';
import type { PolicyStep } from '../policy/schema.ts';
import { tick } from './engine.ts';
import { begin, minutes, policyOf, start, step, team } from './page.fixture.ts';
import { replaceRecipient } from './replace-recipient.ts';
import type { Page } from './schema.ts';
import { changePage, type PageCommand } from './transitions.ts';
import { reasonParts } from './why-labels.ts';
import { hasPagedFor, type PagingReason, whyAlert, whyPage, whyPerson } from './why.ts';

const alertOf = (more: Partial<Alert> = {}, flapping = false): Alert => {
  const signal = {
    ...({ action: 'trigger', dedupKey: 'k', summary: 'Disk full', severity: 'warning' } as const),
    ...{ labels: {}, links: [], firing: 1, startsAt: start },
  };
  const origin = { id: 'a', teamId: 't', serviceId: 's', integrationId: 'n', now: start };
  const { state } = receive(null, signal, {
    ...origin,
    flapping: flapping ? { times: 14, sinceAt: start - minutes(10) } : null,
  });
  if (state === null) throw new Error('A trigger opens an alert.');
  return { ...state, ...more };
};

const asked = (steps: PolicyStep[], more: Parameters<typeof begin>[2] = {}, people = team()): Page =>
  begin(policyOf(steps), people, more).state;

function changed(page: Page, command: PageCommand, by: string, after = 1, people = team()): Page {
  const outcome = changePage(page, command, { by, now: start + minutes(after), people });
  if (!outcome.ok) throw new Error(outcome.error.code);
  return outcome.state;
}

const later = (page: Page, after: number): Page => tick(page, team(), start + minutes(after)).state;

/** Names of people and times in minutes. */
const text = (reason: PagingReason): string =>
  reasonParts(reason, start)
    .map((part) => {
      if (typeof part === 'string') return part;
      if (part.kind === 'time') return `${(part.at - start) / minutes(1)} min`;
      if (part.kind === 'person') return part.userId;
      if (part.kind === 'schedule') return part.scheduleId;
      return part.kind === 'maintenance' ? part.maintenanceId : part.text;
    })
    .join('');

const ofAlert = (alert: Alert, page: Page | null = null): readonly string[] =>
  whyAlert(alert, page, []).map(text);
const ofPage = (page: Page): readonly string[] => whyPage(page, []).map(text);

describe('the reason of an alert without a page', () => {
  test.each<[Unpaged, string]>([
    [{ kind: 'no-service' }, 'No service was found for it, so no policy says whom to page.'],
    [{ kind: 'no-policy' }, 'Its service has no policy for this urgency.'],
    [{ kind: 'policy-gone' }, 'The policy of its service is gone.'],
    [{ kind: 'test-message' }, 'It is a test message: it pages nobody.'],
    [{ kind: 'maintenance', maintenanceId: 'm' }, 'The maintenance window m held its page back.'],
  ])('is its state of %o', (unpaged, sentence) => {
    expect(ofAlert(alertOf({ unpaged }))).toEqual([sentence]);
  });

  test('is a maintenance window that holds the page back, or held the page of a resolved alert', () => {
    const held = changeAlert(
      alertOf(),
      { kind: 'hold', maintenanceId: 'm', reason: 'Upgrade' },
      { by: 'system', now: start },
    );
    if (!held.ok) throw new Error('It can be held.');
    expect(ofAlert(held.state)).toEqual(['The maintenance window m holds its page back.']);
    const over = changeAlert(held.state, { kind: 'resolve' }, { by: 'ada', now: start });
    expect(over.ok && ofAlert(over.state)).toEqual(['The maintenance window m held its page back.']);
  });

  test('is its flapping, with the end of the wait, or its earlier end', () => {
    const flapping = alertOf({}, true);
    expect(ofAlert(flapping)).toEqual([
      'It is flapping, 14 times in 10 min: it pages if it is still open at 10 min.',
    ]);
    expect(ofAlert({ ...flapping, status: 'resolved', suppressedUntilAt: null })).toEqual([
      'It was flapping, 14 times in 10 min, and was over before it was to page.',
    ]);
  });

  test('is its snooze, with the end', () => {
    const snoozed = changeAlert(alertOf(), { kind: 'snooze', minutes: 60 }, { by: 'ada', now: start });
    expect(snoozed.ok && ofAlert(snoozed.state)).toEqual(['It is snoozed until 60 min.']);
  });

  test('is the member who had acknowledged the alert', () => {
    const taken = alertOf({ status: 'acknowledged', acknowledgedBy: 'ada', acknowledgedAt: start });
    expect(ofAlert(taken)).toEqual(['ada had acknowledged it already.']);
    expect(ofAlert({ ...taken, acknowledgedBy: 'system' })).toEqual(['It was acknowledged already.']);
  });

  test('is unknown for an alert stored before reasons existed', () => {
    expect(ofAlert(alertOf())).toEqual(['The reason was not recorded.']);
  });
});

describe('the reason of an alert with a page', () => {
  const own = { subject: { kind: 'alert', alertId: 'a' } } as const;

  test('is the wait for the support hours', () => {
    const page = asked([step(['ada'])], { ...own, startsAt: start + minutes(90) });
    expect(ofAlert(alertOf(), page)).toEqual(['Low urgency waits for the support hours, 90 min.']);
  });

  test('is the joined page of another alert, acknowledged or not', () => {
    const page = asked([step(['ada'])], { subject: { kind: 'alert', alertId: 'first' } });
    const joined =
      'It joined a page that had started 0 min for alerts of the same service: nobody is asked twice.';
    expect(ofAlert(alertOf(), page)).toEqual([joined, 'ada is named in step 1.']);
    expect(hasPagedFor(alertOf(), page)).toBe(false);
    const taken = changed(page, { kind: 'acknowledge' }, 'ada');
    expect(ofAlert(alertOf({ createdAt: start + minutes(2) }), taken)).toEqual([
      joined,
      'ada had acknowledged it already.',
      'ada is named in step 1.',
    ]);
  });

  test('is its own page as soon as the page asks a member', () => {
    expect(hasPagedFor(alertOf(), asked([step(['ada'])], own))).toBe(true);
    expect(hasPagedFor(alertOf(), asked([step(['gone'])], own, team([], [])))).toBe(false);
    expect(hasPagedFor(alertOf(), null)).toBe(false);
  });

  test('is nothing about a page that the reader can’t read', () => {
    expect(ofAlert(alertOf({ pageId: 'p' }))).toEqual(['You can’t read its page.']);
  });

  test('is the acknowledgement or end of the page before anyone was asked', () => {
    const waiting = asked([step(['ada'])], { ...own, startsAt: start + minutes(90) });
    const taken = changed(waiting, { kind: 'acknowledge' }, 'lin');
    expect(ofAlert(alertOf(), taken)).toEqual(['lin had acknowledged it already.']);
    const over = changed(waiting, { kind: 'cancel', reason: '' }, 'system');
    expect(ofAlert(alertOf(), over)).toEqual(['It was over before anybody was asked.']);
  });
});

describe('the reason of a page', () => {
  test('names how each person was found: by name, schedule, team or round robin', () => {
    const schedule = { kind: 'schedule', scheduleId: 'primary' } as const;
    expect(ofPage(asked([step(['ada'])]))).toEqual(['ada is named in step 1.']);
    expect(ofPage(asked([step([], { targets: [schedule] })]))).toEqual([
      'odd was on call in primary, asked in step 1.',
    ]);
    expect(ofPage(asked([step([], { targets: [{ kind: 'team' }] })]))).toEqual(
      ['ada', 'lin', 'sam'].map((name) => `${name} is in the team, which is asked as a whole in step 1.`),
    );
    expect(ofPage(asked([step(['ada', 'lin'], { mode: 'round-robin' })], { turn: 1 }))).toEqual([
      'lin is named in step 1; it was their turn (round robin).',
    ]);
  });

  test('names the sender of a page direct to its people', () => {
    expect(ofPage({ ...asked([step(['ada'])], { policyId: null }), createdBy: 'lin' })).toEqual([
      'ada was paged by lin.',
    ]);
  });

  test('names the sender of a page to a policy', () => {
    const page = asked([step(['ada'])], { subject: { kind: 'incident', incidentId: 'i' } });
    expect(ofPage({ ...page, createdBy: 'lin' })).toEqual([
      'lin paged the policy “Payments”.',
      'ada is named in step 1.',
    ]);
  });

  test('names the steps without a recipient or with a condition that did not hold', () => {
    const onlyLow: StepCondition = { urgency: 'low', severities: [], hours: null };
    const page = asked([step(['gone']), step(['ada'], { condition: onlyLow }), step(['lin'])]);
    expect(ofPage(page)).toEqual([
      'Step 1 found nobody who can answer, and was skipped.',
      'Step 2 was skipped: it asks only when urgency is low.',
      'lin is named in step 3.',
    ]);
    expect(page.skipped).toHaveLength(2);
  });

  test('keeps one entry for a step that is skipped again', () => {
    const first = asked([step(['gone']), step(['lin'])], { acknowledgeTimeoutMinutes: 1 });
    const places = (later(first, 200).skipped ?? []).map((one) => `${one.phase} ${one.step} ${one.loop}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test('names the fallback people and the owners after the policy, and the end', () => {
    const page = later(asked([step(['ada'])]), 60);
    expect(ofPage(page)).toEqual([
      'ada is named in step 1.',
      'fay is one of the fallback people: the steps of the policy were over.',
      'owen is an owner: the policy and the fallback people were over.',
      'Everyone was asked, and nobody is left to ask.',
    ]);
  });

  test('names missing fallback people and owners', () => {
    expect(ofPage(asked([step(['gone'])], {}, team([], [])))).toEqual([
      'Step 1 found nobody who can answer, and was skipped.',
      'The list of fallback people found nobody who can answer, and was skipped.',
      'The list of owners found nobody who can answer, and was skipped.',
      'Everyone was asked, and nobody is left to ask.',
    ]);
  });

  test('is a policy without steps', () => {
    const page = asked([]);
    expect(ofPage(page)[0]).toBe('The policy Payments has no steps.');
  });

  test('names the giver of a hand-over, and the replaced member', () => {
    const handed = changed(asked([step(['ada'])]), { kind: 'hand-over', to: 'lin' }, 'ada');
    expect(whyPerson(handed, 'lin', []).map(text)).toEqual(['lin was handed the page by ada.']);
    const left = replaceRecipient(
      asked([step(['ada'])]),
      { from: 'ada', to: 'lin' },
      { by: 'owen', now: start, people: team() },
    );
    expect(left.ok && whyPerson(left.state, 'lin', []).map(text)).toEqual(['lin is asked in place of ada.']);
  });

  test('contains the end of a snooze, and the new beginning after the snooze', () => {
    const taken = changed(asked([step(['ada'])]), { kind: 'acknowledge' }, 'ada');
    const asleep = changed(taken, { kind: 'snooze', minutes: 60 }, 'ada');
    const until = '61 min';
    expect(ofPage(asleep)[0]).toBe(`The page is snoozed until ${until}; then it begins again.`);
    const woken = tick(asleep, team(), asleep.snoozedUntilAt ?? 0).state;
    const ended = `Its snooze ended ${until}: it began again at its first step.`;
    expect(ofPage(woken)).toEqual([ended, 'ada is named in step 1.']);
    expect(whyPerson(woken, 'ada', []).map(text)).toEqual(['ada is named in step 1.', ended]);
  });

  test('names the repeat of the step that asked last', () => {
    const page = begin(policyOf([step(['ada'])], 1)).state;
    expect(ofPage(later(page, 5))).toEqual(['ada is named in step 1, repeat 1.']);
  });

  test('is a digest for a notification sent in a digest', () => {
    const reasons = whyPerson(asked([step(['ada'])]), 'ada', [{ userId: 'ada', bundled: true }]);
    expect(reasons.map(text)[1]).toMatch(/^ada had many notifications just before/);
    expect(whyPerson(asked([step(['ada'])]), 'ada', [{ userId: 'lin', bundled: true }])).toHaveLength(1);
  });

  test('is a drill for a drill, and names a person whom the page did not ask', () => {
    const drill = asked([step(['ada'])], {
      subject: { kind: 'drill', to: { channel: 'push', target: 'd' } },
    });
    expect(whyPerson(drill, 'ada', []).map(text)).toEqual(['A drill tests the device. Nothing is broken.']);
    expect(whyPerson(asked([step(['ada'])]), 'sam', []).map(text)).toEqual(['This page did not ask sam.']);
  });

  test('is unknown for a page stored before reasons existed', () => {
    const page = asked([step(['ada'])]);
    const old = { ...page, notified: page.notified.map((one) => ({ ...one, because: null })) };
    expect(ofPage(old)).toEqual(['ada was paged; the reason was not recorded.']);
  });
});
