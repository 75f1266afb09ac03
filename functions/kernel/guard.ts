/**
 * How a command reaches an incident and what belongs to it. The guard loads it with its incident and asks the permission of that
 * incident. Who may not read it is answered as if it were not there. What the guard has let through is branded, and the functions
 * that change such things take nothing else.
 */
import { alertSchema, type Alert } from '#domain/alert/schema.ts';
import type { Attachment } from '#domain/attachment/schema.ts';
import { incidentSchema, type Incident } from '#domain/incident/schema.ts';
import { deliverySchema, pageSchema, type Delivery, type Page } from '#domain/page/schema.ts';
import type { Task } from '#domain/task/schema.ts';
import { timelineEventSchema, type TimelineEvent } from '#domain/timeline/schema.ts';
import { refuse } from '#domain/errors.ts';
import { calls, type CallName, type CheckedInput } from '#api/commands.ts';
import { type Permission, subjectFields, type SubjectName, type SubjectTypes } from '#api/command-spec.ts';
import { documentPaths } from '#api/paths.ts';
import { may, mayByRole, type Action, type Actor, type Subject, type Verdict } from '#domain/permissions.ts';
import type * as v from 'valibot';
import { fail } from './command-failed.ts';
import type { UnitOfWork } from './unit-of-work.ts';

declare const passed: unique symbol;
/** Let through by the guard, or loaded by the server for itself (`system.ts`). */
export type Guarded<T> = T & { readonly [passed]: true };

/** What is read and written through the guard only. */
type Belonging = Incident | Alert | Page | Delivery | TimelineEvent | Task | Attachment;
type Free<T> = T extends Belonging ? never : T;
type FreeSchema<S extends v.GenericSchema> = [v.InferOutput<S>] extends [Belonging] ? never : S;

/** The transaction as commands have it: `Work` without what belongs to incidents. */
export interface CommandWork extends Pick<
  UnitOfWork,
  'now' | 'newId' | 'newSecret' | 'beforeCommit' | 'afterCommit'
> {
  /** @throws TypeError for the path of something that belongs to an incident */
  get<S extends v.GenericSchema>(schema: S & FreeSchema<S>, path: string): Promise<v.InferOutput<S> | null>;
  /** @throws TypeError as above */
  find<S extends v.GenericSchema>(
    schema: S & FreeSchema<S>,
    query: Parameters<UnitOfWork['find']>[1],
  ): Promise<v.InferOutput<S>[]>;
  /** @throws TypeError as above */
  save<E extends object>(path: string, entity: Free<E>): void;
  /** @throws TypeError as above */
  remove(path: string): void;
}

/**
 * Each asks first whether the caller's role could ever be enough (`forbidden`), then loads (`not_found` when there is none, or none
 * that they may read), then asks the action of the incident itself (`forbidden`).
 */
export interface Guard {
  incident(action: Action, incidentId: string): Promise<Guarded<Incident>>;
  alert(action: Action, alertId: string): Promise<Guarded<Alert>>;
  page(action: Action, pageId: string): Promise<Guarded<Page>>;
  delivery(action: Action, pageId: string, deliveryId: string): Promise<Guarded<Delivery>>;
  /** The action is also asked of the entry's author. */
  timelineEvent(action: Action, incidentId: string, entryId: string): Promise<Guarded<TimelineEvent>>;
}

export function guardOf(work: UnitOfWork, teamId: string, actor: Actor): Guard {
  const load = {
    incident: (id: string) => work.get(incidentSchema, documentPaths.incident(teamId, id)),
    alert: (id: string) => work.get(alertSchema, documentPaths.alert(teamId, id)),
    page: (id: string) => work.get(pageSchema, documentPaths.page(teamId, id)),
  };
  const incidentOf = ({ incidentId }: { readonly incidentId: string | null }) =>
    incidentId === null ? null : load.incident(incidentId);

  return {
    async incident(action, id) {
      demand(mayByRole(actor, action));
      const one = await load.incident(id);
      return pass(actor, action, one, one);
    },
    async alert(action, id) {
      demand(mayByRole(actor, action));
      const one = await load.alert(id);
      return pass(actor, action, one, one && ((await incidentOf(one)) ?? one));
    },
    async page(action, id) {
      demand(mayByRole(actor, action));
      const one = await load.page(id);
      return pass(actor, action, one, one && ((await incidentOf(one)) ?? one));
    },
    async delivery(action, pageId, id) {
      demand(mayByRole(actor, action));
      const of = await load.page(pageId);
      const about = of && ((await incidentOf(of)) ?? of);
      const one = await work.get(deliverySchema, documentPaths.delivery(teamId, pageId, id));
      return pass(actor, action, one, about);
    },
    async timelineEvent(action, incidentId, id) {
      demand(mayByRole(actor, action));
      const room = await load.incident(incidentId);
      const one = await work.get(timelineEventSchema, documentPaths.timelineEvent(teamId, incidentId, id));
      return pass(actor, action, one, room && one && { ...room, author: one.createdBy });
    },
  };
}

/** What a command is given to act on: the subject of its permission, loaded and authorized; null for what belongs to the team. */
export type SubjectOf<N extends CallName> = (typeof calls)[N]['permission']['of'] extends infer K extends
  SubjectName
  ? Guarded<SubjectTypes[K]>
  : null;

/** Asks a command's permission; ends the command unless it is granted. */
export async function authorize<N extends CallName>(
  guard: Guard,
  actor: Actor,
  name: N,
  input: CheckedInput<N>,
): Promise<SubjectOf<N>> {
  const permission: Permission<never> = calls[name].permission;
  if (permission.of === 'nobody') return null as SubjectOf<N>;
  if (permission.of === 'team') {
    demand(may(actor, permission.action));
    return null as SubjectOf<N>;
  }
  const subject = await load(guard, permission.of, permission.action, input);
  const action = permission.exact?.(subject as never, input as never, actor.userId ?? '');
  if (action !== undefined) await load(guard, permission.of, action, input);
  return subject as SubjectOf<N>;
}

function load(guard: Guard, of: SubjectName, action: Action, input: object): Promise<Guarded<object>> {
  const given = input as Readonly<Record<string, string>>;
  const [first = '', second = ''] = subjectFields[of].map((field) => given[field] ?? '');
  if (of === 'delivery' || of === 'timelineEvent') return guard[of](action, first, second);
  return guard[of](action, first);
}

/** `subject`: the incident it belongs to; without one it is for the whole team. */
function pass<T>(actor: Actor, action: Action, entity: T | null, subject: Subject | null): Guarded<T> {
  if (entity === null || subject === null || !may(actor, 'read', subject).allowed)
    fail(refuse('not_found', {}));
  demand(may(actor, action, subject));
  return entity as Guarded<T>;
}

/** Ends the command unless it is allowed. */
export function demand(verdict: Verdict): void {
  if (!verdict.allowed) fail(refuse('forbidden', {}, verdict.reason));
}
