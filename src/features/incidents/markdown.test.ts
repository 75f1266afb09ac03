import { expect, test } from 'vitest';
import type { TimelineEntry, TimelineEvent } from '#domain/timeline/schema.ts';
import { declareIncident } from '#domain/incident/transitions.ts';
import { timelineMarkdown } from './markdown.ts';

const at = (time: string) => Date.parse(`2026-11-${time}Z`);
const { state: incident } = declareIncident(
  {
    id: 'i',
    teamId: 't',
    number: 12,
    title: 'Checkout_v2 down',
    severity: 'SEV2',
    serviceIds: [],
    private: false,
  },
  { by: 'lin', now: at('20T22:58:00') },
);

let sequence = 0;
const event = (createdAt: number, createdBy: string, entry: TimelineEntry): TimelineEvent => {
  sequence += 1;
  const base = { id: `e${sequence}`, teamId: 't', revision: 1, incidentId: 'i', sequence };
  return { ...base, createdAt, createdBy, ...entry };
};

const context = {
  name: (userId: string) => ({ lin: 'Lin', sam: 'Sam' })[userId] ?? 'Someone',
  severityName: () => 'Major',
  zone: 'UTC',
};

test('a timeline is exported in order, by day, with texts of people unchanged', () => {
  const events = [
    event(at('21T00:04:00'), 'sam', { kind: 'status', from: 'triage', to: 'fixing', note: 'rolled *back*' }),
    event(at('20T22:58:00'), 'lin', { kind: 'declared', title: 'Checkout_v2 down', severity: 'SEV2' }),
    event(at('20T23:01:00'), 'lin', {
      kind: 'comment',
      body: 'Deploy at 22:50.\n\n```\nkubectl get pods\n```',
    }),
  ];
  expect(timelineMarkdown(incident, events, context)).toBe(
    String.raw`# #12 Checkout\_v2 down

SEV2 Major, triage. Declared Fri 20 Nov 2026, 22:58:00 UTC by Lin.

## Fri 20 Nov 2026

- **22:58** Lin declared this incident as SEV2 Major
- **23:01** Lin:

  Deploy at 22:50.

  ${'```'}
  kubectl get pods
  ${'```'}


## Sat 21 Nov 2026

- **00:04** Sam changed the status from triage to fixing: “rolled \*back\*”
`,
  );
});

test('a withdrawn comment keeps its author and time, with the withdrawing member', () => {
  const events = [
    event(at('20T23:01:00'), 'sam', {
      kind: 'withdrawn',
      withdrawnAt: at('21T09:00:00'),
      withdrawnBy: 'lin',
    }),
  ];
  expect(timelineMarkdown(incident, events, context)).toContain(
    '- **23:01** Sam’s comment was withdrawn by Lin\n',
  );
});

test('a note on several lines is quoted on one', () => {
  const note = '  rolled back  \n\n \t and\r\nwatching ';
  const events = [event(at('21T00:04:00'), 'sam', { kind: 'status', from: 'triage', to: 'fixing', note })];
  expect(timelineMarkdown(incident, events, context)).toContain(': “rolled back and watching”\n');
});

test('an entry sent later than written has both times', () => {
  const comment = event(at('21T03:40:00'), 'lin', { kind: 'comment', body: 'Rolling back.' });
  const text = (writtenAt: number | null) => timelineMarkdown(incident, [{ ...comment, writtenAt }], context);
  expect(text(at('21T03:12:00'))).toContain('- **03:40** (written 03:12) Lin:');
  expect(text(at('20T22:12:00'))).toContain('- **03:40** (written Fri 20 Nov 2026, 22:12:00 UTC) Lin:');
  expect(text(null)).toContain('- **03:40** (written earlier) Lin:');
});
