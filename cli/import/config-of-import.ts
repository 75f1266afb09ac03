/** Configuration text of an export, with the people and ids of the team. */
import * as v from 'valibot';
import { limits } from '#domain/constants.ts';
import { type ConfigText, configTextSchema } from '../config-text/schema.ts';
import {
  type ImportedExport,
  type ImportedPolicy,
  type ImportedSchedule,
  type ImportNotes,
  notImportable,
  readEach,
} from './imported.ts';
import { personText, type PersonMatch } from './match-people.ts';

interface ImportContext {
  readonly people: ReadonlyMap<string, PersonMatch>;
  /** Mail addresses, in lower case, of people to leave out of turns and steps. */
  readonly without: ReadonlySet<string>;
  /** Before the ids of the other tool, so that importing again changes what was imported. */
  readonly prefix: string;
  readonly notes: ImportNotes;
}

const schedulesSchema = configTextSchema.entries.schedules.wrapped;
const policiesSchema = configTextSchema.entries.policies.wrapped;

/** Parts that Muster does not support are left out, with a note. */
export function configOfImport({ schedules, policies }: ImportedExport, context: ImportContext): ConfigText {
  const { notes } = context;
  const kept = readEach(
    schedules,
    notes,
    ({ name }) => `schedule “${name}”`,
    (schedule, place) => {
      const entry = checked(
        schedulesSchema,
        context.prefix,
        schedule,
        scheduleEntry(schedule, place, context),
      );
      return [schedule.id, entry] as const;
    },
  );
  const known = new Map(kept.map(([id]) => [id, context.prefix + id]));
  const steps = readEach(
    policies,
    notes,
    ({ name }) => `policy “${name}”`,
    (policy, place) =>
      checked(policiesSchema, context.prefix, policy, policyEntry(policy, place, known, context)),
  );
  return {
    schedules: Object.assign({}, ...kept.map(([, entry]) => entry)),
    policies: Object.assign({}, ...steps),
  };
}

/** The entry under its id, as the text has it. @throws NotImportable with the first fault */
function checked<S extends v.GenericSchema<unknown, object>>(
  schema: S,
  prefix: string,
  { id }: { readonly id: string },
  entry: object,
): v.InferOutput<S> {
  const result = v.safeParse(schema, { [prefix + id]: entry });
  if (result.success) return result.output;
  const [issue] = result.issues;
  const place = (v.getDotPath(issue) ?? '').split('.').slice(1).join('.');
  return notImportable(`${place === '' ? 'it' : place}: ${issue.message}`);
}

function scheduleEntry(schedule: ImportedSchedule, place: string, context: ImportContext) {
  const layers = schedule.layers.flatMap((layer) => {
    const own = `${place} › layer “${layer.name}”`;
    const people = layer.people.flatMap((id) => memberOf(id, own, context) ?? []);
    if (people.length === 0) {
      context.notes.leftOut(own, 'nobody is left in its turns.');
      return [];
    }
    const startsAt = new Date(layer.startsAt).toISOString();
    return [{ ...layer, name: shortened(layer.name, own, context), people, startsAt, shadow: false }];
  });
  if (layers.length === 0) notImportable('nobody is left in it.');
  return { name: shortened(schedule.name, place, context), timezone: schedule.timezone, layers };
}

function policyEntry(
  policy: ImportedPolicy,
  place: string,
  schedules: ReadonlyMap<string, string>,
  context: ImportContext,
) {
  const steps = policy.steps.flatMap((step, index) => {
    const own = `${place} › step ${index + 1}`;
    const targets = step.targets.flatMap((target): readonly object[] => {
      if (target.kind === 'person') {
        const userId = memberOf(target.person, own, context);
        return userId === null ? [] : [{ kind: 'person', userId }];
      }
      const scheduleId = schedules.get(target.schedule);
      if (scheduleId !== undefined) return [{ kind: 'schedule', scheduleId }];
      return notImportable(`step ${index + 1} asks schedule ${target.schedule}, which is not imported.`);
    });
    if (targets.length > 0) return [{ ...step, targets, acknowledgedBy: 'any', condition: null }];
    context.notes.leftOut(own, 'nobody is left in it.');
    return [];
  });
  if (steps.length === 0) notImportable('no step of it is left.');
  return { name: shortened(policy.name, place, context), steps, repeat: policy.repeat, thenPolicyId: null };
}

/**
 * Null: left out by `--without`. @throws NotImportable for anybody else who is not in the team: turns with a person less are other
 * turns, and a step might ask nobody.
 */
function memberOf(id: string, place: string, { people, without, notes }: ImportContext): string | null {
  const match = people.get(id);
  if (match && without.has(match.person.email.toLowerCase())) {
    notes.differs(place, `without ${personText(match)}, as you asked.`);
    return null;
  }
  if (match?.userId) return match.userId;
  return notImportable(
    `${match ? personText(match) : id} is not in the team. Invite them and import again, or leave them out with --without.`,
  );
}

function shortened(name: string, place: string, { notes }: ImportContext): string {
  const text = name.replaceAll(/\s+/gu, ' ').trim();
  if (text.length <= limits.name) return text;
  notes.differs(place, `its name is cut after ${limits.name} characters.`);
  return text.slice(0, limits.name).trim();
}
