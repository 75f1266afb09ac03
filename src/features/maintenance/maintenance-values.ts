/** A maintenance window as its form has it. */
import * as v from 'valibot';
import { timezoneSchema } from '#domain/base.ts';
import { hour } from '#domain/constants.ts';
import { maintenanceFields, type Maintenance } from '#domain/maintenance/schema.ts';
import { createZone } from '#domain/schedule/rota-zone.ts';
import type { CommandFields } from '#src/data/client/commands.ts';

export const recurrences = [
  { value: 'once', label: 'Once' },
  { value: 'day 1', label: 'Every day' },
  { value: 'week 1', label: 'Every week' },
  { value: 'week 2', label: 'Every two weeks' },
  { value: 'week 4', label: 'Every four weeks' },
] as const;

const localSchema = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/u, 'Give a day and a time.'));

export const maintenanceFormSchema = v.pipe(
  v.object({
    name: maintenanceFields.name,
    scope: v.picklist(['services', 'team']),
    serviceIds: v.array(v.string()),
    matchers: maintenanceFields.matchers,
    timezone: timezoneSchema,
    from: localSchema,
    until: localSchema,
    recurrence: v.string(),
  }),
  v.forward(
    v.check(
      ({ scope, serviceIds }) => scope === 'team' || serviceIds.length > 0,
      'Choose at least one service, or the whole team.',
    ),
    ['serviceIds'],
  ),
);
export type MaintenanceValues = v.InferInput<typeof maintenanceFormSchema>;

const local = (at: number, timezone: string): string =>
  new Date(createZone(timezone).wallClock(at)).toISOString().slice(0, 16);
const instantOf = (text: string, timezone: string): number =>
  createZone(timezone).instant(Date.parse(`${text.slice(0, 16)}Z`));

export interface Prefilled {
  readonly serviceIds: readonly string[];
  readonly matchers: readonly { readonly label: string; readonly value: string }[];
}

/** A new one begins now and lasts two hours. */
export const newMaintenanceValues = (
  { serviceIds, matchers }: Prefilled,
  now: number,
  timezone: string,
): MaintenanceValues => ({
  name: '',
  scope: 'services',
  serviceIds: [...serviceIds],
  matchers: [...matchers],
  timezone,
  from: local(now, timezone),
  until: local(now + 2 * hour, timezone),
  recurrence: 'once',
});

export const maintenanceValuesOf = (window: Maintenance): MaintenanceValues => ({
  name: window.name,
  scope: window.serviceIds === null ? 'team' : 'services',
  serviceIds: [...(window.serviceIds ?? [])],
  matchers: [...window.matchers],
  timezone: window.timezone,
  from: local(window.startsAt, window.timezone),
  until: local(window.endsAt, window.timezone),
  recurrence: recurrenceKey(window.recurrence),
});

const recurrenceKey = (recurrence: Maintenance['recurrence']): string =>
  recurrence === null ? 'once' : `${recurrence.unit} ${recurrence.every}`;

/** “every 3 weeks”; empty for a window that takes place once. */
export function recurrenceWords(recurrence: Maintenance['recurrence']): string {
  if (recurrence === null) return '';
  const { unit, every } = recurrence;
  return every === 1 ? `every ${unit}` : `every ${every} ${unit}s`;
}

/** The fields of the command. A beginning that was not touched keeps its seconds. */
export function maintenanceInputOf(
  values: MaintenanceValues,
  before: Maintenance | null,
): Omit<CommandFields<'saveMaintenance'>, 'maintenanceId'> {
  const { name, scope, serviceIds, matchers, timezone, from, until, recurrence } = values;
  const [unit, every] = recurrence.split(' ');
  const isSame = before !== null && from === local(before.startsAt, timezone);
  return {
    name,
    serviceIds: scope === 'team' ? null : serviceIds,
    matchers,
    timezone,
    startsAt: isSame ? before.startsAt : instantOf(from, timezone),
    endsAt: instantOf(until, timezone),
    recurrence: unit === 'day' || unit === 'week' ? { unit, every: Number(every) } : null,
  };
}
