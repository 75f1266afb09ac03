/** Exports of Grafana OnCall: answers of its lists of users, schedules, on_call_shifts, escalation_chains and escalation_policies. */
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import { checkedEntries, isRecord, type RawEntry } from './export-entries.ts';
import { type ImportedExport, type ImportNotes, readEach } from './imported.ts';
import { chainOf } from './oncall-chains.ts';
import { onCallScheduleOf } from './oncall-schedules.ts';
import {
  onCallChainSchema,
  onCallPageSchema,
  onCallScheduleSchema,
  onCallShiftSchema,
  onCallStepSchema,
  onCallUserSchema,
  shiftTypes,
} from './oncall-schema.ts';
import type { ExportFile } from './read-exports.ts';

const kinds = ['user', 'schedule', 'shift', 'chain', 'step'] as const;
type Kind = (typeof kinds)[number];

/** @throws CliError for files that are no such answers, and for half a list */
export function readOnCallExport(
  files: readonly ExportFile[],
  notes: ImportNotes,
  now: number,
): ImportedExport {
  const entries: Record<Kind, RawEntry[]> = { user: [], schedule: [], shift: [], chain: [], step: [] };
  for (const { file, values } of whole(files))
    for (const value of values) {
      const kind = kindOf(value);
      if (kind === null) notes.leftOut(file, `an entry that is no ${kinds.join(', ')} of OnCall.`);
      else entries[kind].push({ file, value });
    }
  const users = checkedEntries('user', entries.user, onCallUserSchema, notes);
  const shifts = checkedEntries('shift', entries.shift, onCallShiftSchema, notes);
  const schedules = checkedEntries('schedule', entries.schedule, onCallScheduleSchema, notes);
  const chains = checkedEntries('escalation chain', entries.chain, onCallChainSchema, notes);
  const steps = checkedEntries('escalation policy', entries.step, onCallStepSchema, notes);
  for (const step of steps)
    if (!chains.some(({ id }) => id === step.escalation_chain_id))
      notes.leftOut(
        `escalation policy ${step.id}`,
        `its chain ${step.escalation_chain_id} is not in the export.`,
      );
  const byId = new Map(shifts.map((shift) => [shift.id, shift]));
  return {
    found: { schedules: schedules.length, policies: chains.length },
    people: new Map(users.map(({ id, username, email }) => [id, { name: username, email: email ?? '' }])),
    schedules: readEach(
      schedules,
      notes,
      ({ name }) => `schedule “${name}”`,
      (schedule, place) => onCallScheduleOf(schedule, byId, { place, notes, now }),
    ),
    policies: readEach(
      chains,
      notes,
      ({ name }) => `policy “${name}”`,
      (chain, place) =>
        chainOf(
          chain,
          steps.filter((step) => step.escalation_chain_id === chain.id),
          place,
          notes,
        ),
    ),
  };
}

interface Part {
  readonly file: string;
  readonly values: readonly unknown[];
}

/** Entries of each file: a page of a list, a list, or one entry. @throws CliError where pages are missing */
function whole(files: readonly ExportFile[]): readonly Part[] {
  const parts: Part[] = [];
  const counts = new Map<string, { readonly file: string; readonly count: number; found: number }>();
  for (const { file, value } of files)
    for (const answer of Array.isArray(value) ? value : [value]) {
      const page = v.safeParse(onCallPageSchema, answer);
      if (!page.success && kindOf(answer) === null)
        throw new CliError(
          'usage',
          `${file} is no answer of Grafana OnCall’s API with users, schedules, shifts, chains or policies. Look at docs/api.md.`,
        );
      const values = page.success ? page.output.results : [answer];
      parts.push({ file, values });
      if (!page.success) continue;
      const { count, next } = page.output;
      const kind = kindOf(values[0]);
      const known = counts.get(kind ?? '') ?? { file, count: count ?? 0, found: 0 };
      known.found += values.length;
      counts.set(kind ?? '', known);
      if (next !== null && count === undefined) throw halfAList(file);
    }
  for (const { file, count, found } of counts.values())
    if (found < count) throw halfAList(file, `${found} of ${count} are there`);
  return parts;
}

const halfAList = (file: string, how = 'more follow'): CliError =>
  new CliError('usage', `${file} is a part of a list: ${how}. Save all its pages, in the same folder.`);

/** Kind of a list, read from its entries: the list itself has no kind. Null: unknown. */
function kindOf(value: unknown): Kind | null {
  if (!isRecord(value)) return null;
  if ('escalation_chain_id' in value) return 'step';
  if ('username' in value) return 'user';
  if (shiftTypes.some((type) => type === value['type'])) return 'shift';
  if (['ical', 'calendar', 'web'].some((type) => type === value['type'])) return 'schedule';
  return 'name' in value && 'id' in value && !('type' in value) ? 'chain' : null;
}
