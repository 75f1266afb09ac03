import { describe, expect, test } from 'vitest';
import type { Incident } from '#domain/incident/schema.ts';
import { declareIncident } from '#domain/incident/transitions.ts';
import {
  byNeed,
  fitsFilter,
  readFilter,
  writeFilter,
  type IncidentFilter,
  type WordsOf,
} from './incident-filter.ts';

const incident = (number: number, title: string, changes: Partial<Incident> = {}): Incident => ({
  ...declareIncident(
    {
      id: `i${number}`,
      teamId: 't',
      number,
      title,
      severity: 'SEV3',
      serviceIds: [],
      private: false,
    },
    { by: 'lin', now: 1 },
  ).state,
  ...changes,
});

const filterIncidents = (incidents: readonly Incident[], filter: IncidentFilter, wordsOf?: WordsOf) =>
  incidents.filter(fitsFilter(filter, wordsOf));
const numbers = (incidents: readonly Incident[]) => incidents.map(({ number }) => number);
const everything = readFilter('');

describe('the address of a filter', () => {
  test('restores the filter', () => {
    const filter = { scope: 'live', severity: 'SEV2', text: 'pay & go' } as const;
    expect(readFilter(writeFilter(filter))).toEqual(filter);
  });

  test('is empty for the unfiltered list, and ignores nonsense', () => {
    expect(writeFilter(everything)).toBe('');
    expect(readFilter('?status=maybe&severity=SEV9')).toEqual(everything);
  });
});

describe('the filtered list', () => {
  const all = [
    incident(4, 'Search slow', { status: 'resolved' }),
    incident(3, 'Übersee-Zahlung hängt', { severity: 'SEV1' }),
    incident(2, 'Checkout down'),
    incident(1, 'Disk full', { status: 'closed', severity: 'SEV1' }),
  ];

  test('starts with the worst live incidents, then the newest', () => {
    const live = [...filterIncidents(all, { ...everything, scope: 'live' }), incident(5, 'Login slow')];
    expect(numbers(live.toSorted(byNeed))).toEqual([3, 5, 2]);
  });

  test('is limited to live or ended incidents', () => {
    expect(numbers(filterIncidents(all, { ...everything, scope: 'live' }))).toEqual([3, 2]);
    expect(numbers(filterIncidents(all, { ...everything, scope: 'over' }))).toEqual([4, 1]);
  });

  test('is limited to a severity', () => {
    expect(numbers(filterIncidents(all, { ...everything, severity: 'SEV1' }))).toEqual([3, 1]);
  });

  test.each([
    ['ubersee', [3]],
    ['#2', [2]],
    ['check DOWN', [2]],
    ['payments', [4]],
    ['nothing like it', []],
  ])('includes the match for %j', (text, found) => {
    const wordsOf = ({ number }: Incident) => (number === 4 ? ['Payments'] : []);
    expect(numbers(filterIncidents(all, { ...everything, text }, wordsOf))).toEqual(found);
  });
});
