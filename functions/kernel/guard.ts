/**
 * Access of a command to an incident and its parts: the guard loads the subjects of the catalogue's permissions, with their incident, and
 * checks the permissions on that incident. Callers who may not read it get the answer for a missing one. Permitted subjects are branded,
 * and the functions that change such things accept nothing else.
 */
import { alertEventSchema, type AlertEvent } from '#domain/alert/history.ts';
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import type { Attachment } from '#domain/attachment/schema.ts';
import { coverRequestSchema } from '#domain/cover/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { deliverySchema, pageSchema, type Delivery, type Page } from '#domain/page/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { overrideSchema } from '#domain/schedule/schema.ts';
import { timelineEventSchema, type TimelineEvent } from '#domain/timeline/schema.ts';
import { commandCatalogue, type CommandName, type CheckedInput } from '#api/commands.ts';
import {
  type FurtherPermissions,
  type Permission,
  subjectFields,
  type SubjectName,
  type SubjectTypes,
} from '#api/command-spec.ts';
import { documentPaths } from '#api/paths.ts';
import { may, mayByRole, type Action, type Actor, type Subject, type Verdict } from '#domain/permissions.ts';
import type * as v from 'valibot';
import { fail } from './command-failed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

declare const passed: unique symbol;
/** Let through by the guard, or loaded by the server for itself (`system.ts`). */
export type Guarded<T> = T & { readonly [passed]: true };

/** Entities that commands read and write through the guard only. */
type Belonging = Incident | Alert | AlertEvent | Page | Delivery | TimelineEvent | Task | Attachment;
/** Never for an entity that belongs to an incident. */
export type Free<T> = T extends Belonging ? never : T;
type FreeSchema<S extends v.GenericSchema> = [v.InferOutput<S>] extends [Belonging] ? never : S;

/** The transaction as commands have it: `Work` without what belongs to incidents. */
export interface CommandWork extends Pick<
  UnitOfWork,
  'settings' | 'now' | 'newId' | 'newSecret' | 'beforeCommit' | 'afterCommit' | 'isUnreadable'
> {
  /** @throws TypeError for the path of something that belongs to an incident */
  get<S extends v.GenericSchema>(schema: S & FreeSchema<S>, path: string): Promise<v.InferOutput<S> | null>;
  /** @throws TypeError as above */
  getReadable<S extends v.GenericSchema>(
    schema: S & FreeSchema<S>,
    path: string,
  ): Promise<v.InferOutput<S> | null>;
  /** @throws TypeError as above */
  find<S extends v.GenericSchema>(
    schema: S & FreeSchema<S>,
    query: Parameters<UnitOfWork['find']>[1],
  ): Promise<v.InferOutput<S>[]>;
  /** @throws TypeError as above */
  findAll<S extends v.GenericSchema>(
    schema: S & FreeSchema<S>,
    query: Parameters<UnitOfWork['find']>[1],
  ): Promise<v.InferOutput<S>[]>;
  /** @throws TypeError as above */
  save<E extends object>(path: string, entity: Free<E>): void;
  /** @throws TypeError as above */
  remove(path: string): void;
}

/** Subject of the command's permission, loaded and authorized; null where the permission is asked of the team. */
export type SubjectOf<N extends CommandName> =
  (typeof commandCatalogue)[N]['permission']['of'] extends infer K extends SubjectName
    ? Guarded<SubjectTypes[K]>
    : null;

/** The subjects of its further permissions, by the input field that names each; null where the field is. */
export type FurtherSubjects<N extends CommandName> = (typeof commandCatalogue)[N]['further'] extends infer F
  ? {
      readonly [K in keyof F & keyof CheckedInput<N>]: F[K] extends {
        readonly of: infer S extends SubjectName;
      }
        ? Guarded<SubjectTypes[S]> | (null extends CheckedInput<N>[K] ? null : never)
        : null;
    }
  : never;

/** An entity, and what its permission is asked of: the incident that it belongs to, or itself. */
type Loaded<T> = readonly [entity: T | null, asked: Subject | null];

const loaders: {
  readonly [K in SubjectName]: (
    work: UnitOfWork,
    teamId: string,
    id: string,
    part: string,
  ) => Promise<Loaded<SubjectTypes[K]>>;
} = {
  async incident(work, teamId, id) {
    const incident = await work.get(incidentSchema, documentPaths.incident(teamId, id));
    return [incident, incident];
  },
  async alert(work, teamId, id) {
    const alert = await work.get(alertSchema, documentPaths.alert(teamId, id));
    return [alert, await askedOf(work, alert)];
  },
  async alertEvent(work, teamId, alertId, id) {
    const [, asked] = await loaders.alert(work, teamId, alertId, '');
    const event = await work.get(alertEventSchema, documentPaths.alertEvent(teamId, alertId, id));
    return [event, asked && event && { ...asked, author: event.createdBy }];
  },
  async page(work, teamId, id) {
    const page = await work.get(pageSchema, documentPaths.page(teamId, id));
    return [page, await askedOf(work, page)];
  },
  async delivery(work, teamId, pageId, id) {
    const [, asked] = await loaders.page(work, teamId, pageId, '');
    return [await work.get(deliverySchema, documentPaths.delivery(teamId, pageId, id)), asked];
  },
  async timelineEvent(work, teamId, incidentId, id) {
    const [incident] = await loaders.incident(work, teamId, incidentId, '');
    const event = await work.get(timelineEventSchema, documentPaths.timelineEvent(teamId, incidentId, id));
    return [event, incident && event && { ...incident, author: event.createdBy }];
  },
  async override(work, teamId, id) {
    const override = await work.get(overrideSchema, documentPaths.override(teamId, id));
    return [override, override && {}];
  },
  async coverRequest(work, teamId, id) {
    const request = await work.get(coverRequestSchema, documentPaths.coverRequest(teamId, id));
    return [request, request && {}];
  },
};

async function askedOf(work: UnitOfWork, entity: Alert | Page | null): Promise<Subject | null> {
  if (!entity || entity.incidentId === null) return entity;
  return (await loaders.incident(work, entity.teamId, entity.incidentId, ''))[0] ?? entity;
}

/** Asks a command's permissions and returns their subjects; ends the command unless all are granted. */
export async function authorize<N extends CommandName>(
  work: UnitOfWork,
  actor: Actor,
  name: N,
  input: CheckedInput<N>,
): Promise<readonly [SubjectOf<N>, FurtherSubjects<N>]> {
  const { permission, further }: { permission: Permission<never>; further: FurtherPermissions } =
    commandCatalogue[name];
  const given = new Map<string, unknown>(Object.entries(input));
  const load = async (of: SubjectName, action: Action, [id, part]: readonly unknown[]): Promise<object> => {
    demand(mayByRole(actor, action));
    const [entity, asked] = await loaders[of](work, input.teamId, String(id), String(part));
    if (entity === null || asked === null || !may(actor, 'read', asked).allowed) fail('not_found', {});
    demand(may(actor, action, asked));
    return entity;
  };

  let subject: object | null = null;
  if (permission.of === 'team')
    demand(may(actor, permission.exact?.(input as never, actor.userId ?? '') ?? permission.action));
  else if (permission.of !== 'nobody') {
    const { of, action, exact } = permission;
    const ids = subjectFields[of].map((field) => given.get(field));
    subject = await load(of, action, ids);
    const narrowed = exact?.(subject as never, input as never, actor.userId ?? '');
    if (narrowed !== undefined) await load(of, narrowed, ids);
  }
  const others: Record<string, object | null> = {};
  for (const [field, { of, action }] of Object.entries(further)) {
    const value = given.get(field);
    if (of === 'team') {
      if (!Array.isArray(value) || value.length > 0) demand(may(actor, action));
    } else others[field] = value === null ? null : await load(of, action, [value]);
  }
  return [subject, others] as unknown as readonly [SubjectOf<N>, FurtherSubjects<N>];
}

/** Ends the command unless it is allowed. */
function demand(verdict: Verdict): void {
  if (!verdict.allowed) fail('forbidden', {}, verdict.reason);
}
