/** A schedule of PagerDuty. */
import { day, hour, minute } from '#domain/constants.ts';
import { onCallAt } from '#domain/schedule/rota.ts';
import { noteFields } from './export-entries.ts';
import {
  type ExpectedShift,
  type ImportedLayer,
  type ImportedSchedule,
  type ImportNotes,
  notImportable,
} from './imported.ts';
import { everyDay, firstTurn, mergedWindows, timeOfDay, turnOf, windowsOf } from './layer-turns.ts';
import type { PagerDutyLayer, PagerDutySchedule, RenderedEntry } from './pagerduty-schema.ts';

const knownFields = [
  ...['id', 'type', 'summary', 'self', 'html_url', 'http_cal_url', 'web_cal_url', 'personal_http_cal_url'],
  ...[
    'personal_web_cal_url',
    'name',
    'time_zone',
    'schedule_layers',
    'override_subschedule',
    'final_schedule',
  ],
  ...['escalation_policies', 'users', 'created_at', 'updated_at'],
];
const sentences = {
  description: 'its description: a schedule has none in Muster.',
  teams: 'its teams: all it says is of one team in Muster.',
};

/** @throws NotImportable */
export function scheduleOf(
  schedule: PagerDutySchedule,
  place: string,
  notes: ImportNotes,
  now: number,
): ImportedSchedule {
  const { id, name, time_zone: timezone, schedule_layers: layers } = schedule;
  if (!layers)
    return notImportable(
      'it was exported without its layers. Save the answer of GET /schedules/ID too, in the same folder.',
    );
  noteFields(place, schedule, knownFields, notes, sentences);
  const lasting = layers.filter(({ name: layer, end }) => {
    if (end === null || end > now) return true;
    notes.leftOut(`${place} › layer “${layer ?? ''}”`, `it ended on ${new Date(end).toISOString()}.`);
    return false;
  });
  if (lasting.length === 0) notImportable('it has no layer that goes on.');
  const read = lasting.map((layer, index) => layerOf(layer, { place, timezone, notes, now, index }));
  const overrides = schedule.override_subschedule?.rendered_schedule_entries ?? [];
  noteOverrides(place, overrides ?? [], notes, now);
  const expected = expectedOf(schedule.final_schedule?.rendered_schedule_entries ?? [], overrides ?? []);
  const inOrder = orderOf({ id, timezone, layers: read, expected, place, notes });
  return { id, name, timezone, layers: inOrder, expected };
}

interface LayerContext {
  readonly place: string;
  readonly timezone: string;
  readonly notes: ImportNotes;
  readonly now: number;
  readonly index: number;
}

function layerOf(layer: PagerDutyLayer, { place, timezone, notes, now, index }: LayerContext): ImportedLayer {
  const name = layer.name?.trim() || `Layer ${index + 1}`;
  const own = `${place} › layer “${name}”`;
  noteFields(own, layer, layerFields, notes);
  const turn = turnOf(layer.rotation_turn_length_seconds);
  const people = layer.users.map(({ user }) => user.id);
  if (people.length === 0) notImportable(`its layer “${name}” has nobody.`);
  if (layer.end !== null)
    notes.differs(
      own,
      `it ends on ${new Date(layer.end).toISOString()}, and a layer has no end in Muster: remove it then.`,
    );
  const begun = firstTurn(
    { ...turn, people, anchor: layer.rotation_virtual_start, begins: layer.start, timezone },
    now,
  );
  return {
    name,
    ...turn,
    ...begun,
    restrictions: mergedWindows((layer.restrictions ?? []).flatMap(windowOf)),
  };
}

const layerFields = [
  ...['id', 'type', 'summary', 'self', 'html_url', 'name', 'start', 'end', 'rotation_virtual_start', 'users'],
  ...[
    'rotation_turn_length_seconds',
    'restrictions',
    'rendered_schedule_entries',
    'rendered_coverage_percentage',
  ],
];

/**
 * Hours of a restriction, on the schedule's clock. `start_day_of_week`: 1 is Monday (PagerDuty's MCP server, create-schedule:
 * “1=Monday, 7=Sunday, ISO-8601”).
 */
function windowOf(restriction: NonNullable<PagerDutyLayer['restrictions']>[number]) {
  const from = timeOfDay(restriction.start_time_of_day);
  const length = Math.ceil((restriction.duration_seconds * 1_000) / minute) * minute;
  if (restriction.type === 'daily_restriction') return windowsOf(everyDay, from, Math.min(length, day));
  const weekday = restriction.start_day_of_week ?? 0;
  if (weekday === 0) return notImportable('a weekly restriction of it has no day of the week.');
  return windowsOf([weekday], from, length);
}

/** Overrides are no part of the text: each one that is not over gets a note. */
function noteOverrides(
  place: string,
  entries: readonly RenderedEntry[],
  notes: ImportNotes,
  now: number,
): void {
  for (const { start, end, user } of entries) {
    if (end <= now) continue;
    const who = user?.summary || user?.id || 'somebody';
    notes.leftOut(
      place,
      `override: ${who} from ${new Date(start).toISOString()} to ${new Date(end).toISOString()}. Make it in Muster.`,
    );
  }
}

const expectedOf = (
  final: readonly RenderedEntry[] | null,
  overrides: readonly RenderedEntry[],
): ExpectedShift[] =>
  (final ?? []).flatMap(({ start, end, user }) =>
    !user || overrides.some((one) => one.start < end && one.end > start)
      ? []
      : [{ person: user.id, startsAt: start, endsAt: end }],
  );

interface LayerOrder {
  readonly id: string;
  readonly timezone: string;
  readonly layers: readonly ImportedLayer[];
  readonly expected: readonly ExpectedShift[];
  readonly place: string;
  readonly notes: ImportNotes;
}

/**
 * Layers with the one that wins last. PagerDuty answers with the highest first (“API returns layers in reverse order”:
 * grafana/oncall, tools/migrators/lib/pagerduty/resources/schedules.py, and PagerDuty/public-support-scripts#60), which
 * PagerDuty/terraform-provider-pagerduty#610 expects to change: so the rendered final schedule decides, where it was exported.
 */
function orderOf({ id, timezone, layers, expected, place, notes }: LayerOrder): readonly ImportedLayer[] {
  const usual = layers.toReversed();
  if (expected.length === 0) {
    if (layers.length > 1)
      notes.differs(
        place,
        'the order of its layers is taken to be the highest first. Export it with since and until, so that it is compared with PagerDuty’s final schedule.',
      );
    return usual;
  }
  const [best, other] = [usual, layers].map((order) => ({
    order,
    wrong: expected.find((shift) => {
      const rota = { id, timezone, layers: order.map((layer) => ({ ...layer, shadow: false })) };
      // Not at its ends, which PagerDuty cuts to the span that was asked for.
      const at = Math.floor((shift.startsAt + shift.endsAt) / 2);
      return onCallAt(rota, [], at) !== shift.person;
    }),
  }));
  if (best?.wrong === undefined) return usual;
  if (other?.wrong === undefined) return layers;
  const at = new Date(
    Math.floor((best.wrong.startsAt + best.wrong.endsAt) / (2 * hour)) * hour,
  ).toISOString();
  notes.differs(
    place,
    `at ${at} PagerDuty has somebody else on call than these layers say. Compare before you apply.`,
  );
  return usual;
}
