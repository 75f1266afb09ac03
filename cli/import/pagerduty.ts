/** Exports of PagerDuty: answers of `GET /users`, `/schedules`, `/schedules/ID` and `/escalation_policies`. */
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import { checkedEntries, isRecord, type RawEntry } from './export-entries.ts';
import { type ImportedExport, type ImportNotes, readEach } from './imported.ts';
import { policyOf } from './pagerduty-policies.ts';
import {
  pagerDutyPageSchema,
  pagerDutyPolicySchema,
  pagerDutyScheduleSchema,
  pagerDutyUserSchema,
} from './pagerduty-schema.ts';
import { scheduleOf } from './pagerduty-schedules.ts';
import type { ExportFile } from './read-exports.ts';

const collections = {
  users: 'user',
  schedules: 'schedule',
  escalation_policies: 'escalation_policy',
} as const;
type Collection = keyof typeof collections;
const collectionNames = Object.keys(collections) as readonly Collection[];

/** Parts of an answer that say nothing of the configuration. */
const pageFields = new Set(['limit', 'offset', 'more', 'total', 'query', 'next_cursor']);

/** @throws CliError for files that are no answers of these lists, and for half a list */
export function readPagerDuty(files: readonly ExportFile[], notes: ImportNotes, now: number): ImportedExport {
  const entries: Record<Collection, RawEntry[]> = { users: [], schedules: [], escalation_policies: [] };
  const pages: Record<Collection, Page[]> = { users: [], schedules: [], escalation_policies: [] };
  for (const { file, value } of files)
    for (const answer of Array.isArray(value) ? value : [value])
      collect(file, answer, { entries, pages, notes });
  for (const name of collectionNames) requireWhole(name, pages[name]);
  const users = checkedEntries('user', entries.users, pagerDutyUserSchema, notes);
  const schedules = checkedEntries(
    'schedule',
    entries.schedules,
    pagerDutyScheduleSchema,
    notes,
    (one, other) => (one.schedule_layers ? one : other),
  );
  const policies = checkedEntries('policy', entries.escalation_policies, pagerDutyPolicySchema, notes);
  noteOfPeople(users, notes);
  return {
    found: { schedules: schedules.length, policies: policies.length },
    people: new Map(users.map(({ id, name, email }) => [id, { name, email: email ?? '' }])),
    schedules: readEach(
      schedules,
      notes,
      ({ name }) => `schedule “${name}”`,
      (one, place) => scheduleOf(one, place, notes, now),
    ),
    policies: readEach(
      policies,
      notes,
      ({ name }) => `policy “${name}”`,
      (one, place) => policyOf(one, place, notes),
    ),
  };
}

interface Page {
  readonly file: string;
  readonly offset: number;
  readonly count: number;
  readonly more: boolean;
}

interface Collected {
  readonly entries: Record<Collection, RawEntry[]>;
  readonly pages: Record<Collection, Page[]>;
  readonly notes: ImportNotes;
}

function collect(file: string, answer: unknown, { entries, pages, notes }: Collected): void {
  if (!isRecord(answer)) throw notAnAnswer(file);
  let known = 0;
  for (const [field, value] of Object.entries(answer)) {
    const list = collectionNames.find((name) => name === field);
    const single = collectionNames.find((name) => collections[name] === field);
    if (list !== undefined && Array.isArray(value)) {
      entries[list].push(...value.map((one: unknown) => ({ file, value: one })));
      const page = v.safeParse(pagerDutyPageSchema, answer);
      const { offset = 0, more } = page.success ? page.output : {};
      pages[list].push({ file, offset, count: value.length, more: more === true });
    } else if (single !== undefined) entries[single].push({ file, value });
    else if (!pageFields.has(field)) {
      notes.leftOut(
        file,
        `“${field.slice(0, 80)}” is not imported: users, schedules and escalation policies are.`,
      );
      continue;
    }
    if (list ?? single) known += 1;
  }
  if (known === 0) throw notAnAnswer(file);
}

/** Half a list would leave people and layers out in silence. */
function requireWhole(name: Collection, pages: readonly Page[]): void {
  for (const page of pages) {
    const { file, offset, count, more } = page;
    const others = pages.filter((other) => other !== page);
    const follows = offset + count;
    if (more && !others.some((other) => other.offset === follows))
      throw new CliError(
        'usage',
        `${file} is a part of ${name}: more follow from offset=${follows}. Save that answer too, in the same folder.`,
      );
    if (offset > 0 && !others.some((other) => other.offset + other.count === offset))
      throw new CliError(
        'usage',
        `${file} is a part of ${name} that begins at ${offset}. Save the ones before it too.`,
      );
  }
}

const notAnAnswer = (file: string): CliError =>
  new CliError(
    'usage',
    `${file} is no answer of PagerDuty’s API with users, schedules or escalation_policies. Look at docs/api.md.`,
  );

const personal = {
  contact_methods: 'contact methods',
  notification_rules: 'notification rules',
  role: 'roles in PagerDuty',
  job_title: 'job titles',
  time_zone: 'time zones',
} as const;

/** Once for all of them: what is a person's own is set by each in Muster. */
function noteOfPeople(users: readonly object[], notes: ImportNotes): void {
  for (const [field, words] of Object.entries(personal)) {
    const count = users.filter((user) => {
      const value = new Map<string, unknown>(Object.entries(user)).get(field);
      return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
    }).length;
    if (count > 0) notes.leftOut('people', `${words} of ${count} people: each sets their own in Muster.`);
  }
}
