/** The shape of a catalogue entry, and the permission it asks. */
import * as v from 'valibot';
import type { Alert } from '#domain/alert/schema.ts';
import { idSchema } from '#domain/base.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { Action } from '#domain/permissions.ts';
import type { Override } from '#domain/schedule/schema.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';

/** What a permission can be asked of, by the name that the catalogue gives it. */
export interface SubjectTypes {
  readonly incident: Incident;
  readonly alert: Alert;
  readonly page: Page;
  readonly delivery: Delivery;
  readonly timelineEvent: TimelineEvent;
  readonly override: Override;
  readonly coverRequest: CoverRequest;
}
export type SubjectName = keyof SubjectTypes;

/** The input fields that name each subject, outermost first. */
export const subjectFields = {
  incident: ['incidentId'],
  alert: ['alertId'],
  page: ['pageId'],
  delivery: ['pageId', 'deliveryId'],
  timelineEvent: ['incidentId', 'entryId'],
  override: ['overrideId'],
  coverRequest: ['requestId'],
} as const satisfies Record<SubjectName, readonly string[]>;

interface OfSubject<K extends SubjectName, Input> {
  readonly of: K;
  /** Asked by role before the subject is loaded, then of the incident that the subject belongs to. */
  readonly action: Action;
  /** Asked in place of `action` once the subject is known. */
  readonly exact?: (subject: SubjectTypes[K], input: Input, userId: string) => Action;
}

export type Permission<Input> =
  /** Anybody who is signed in; the handler decides. */
  | { readonly of: 'nobody' }
  /** `exact`: asked in place of `action` where the input decides. */
  | {
      readonly of: 'team';
      readonly action: Action;
      readonly exact?: (input: Input, userId: string) => Action;
    }
  | { [K in SubjectName]: OfSubject<K, Input> }[SubjectName];

/**
 * Further permissions, by the input field that decides them: of the entity that the field names, if it names one; of the team
 * if the field holds a list that is not empty.
 */
export type FurtherPermissions<Field extends string = string> = Readonly<Record<Field, FurtherPermission>>;

interface FurtherPermission {
  readonly of: 'team' | 'incident' | 'alert' | 'page';
  readonly action: Action;
}

export interface CommandLabels {
  /** An infinitive with its object, for lists of commands that wait. */
  readonly pending: string;
  /** A sentence without its full stop, for a command that failed after its page was closed; null for what no person asked for. */
  readonly failed: string | null;
}

const envelope = { teamId: idSchema, commandId: idSchema };
type Envelope = typeof envelope;
type InputSchema<E extends v.ObjectEntries> = v.ObjectSchema<Envelope & E, undefined>;

export interface CommandSpec<E extends v.ObjectEntries, Output, Of extends Permission<never>['of'], Further> {
  readonly input: InputSchema<E>;
  readonly permission: Extract<Permission<never>, { readonly of: Of }>;
  readonly further: Further;
  readonly labels: CommandLabels;
  /** Also carried out in a team that was deleted. */
  readonly whileDeleted: boolean;
  /** Carries the output's type; always undefined. */
  readonly output?: Output;
}

/** An entry of the catalogue: `command<Output>()({ input, permission, labels })`. */
export function command<Output extends { readonly revision: number }>() {
  return <
    const E extends v.ObjectEntries,
    const P extends Permission<v.InferInput<InputSchema<E>>>,
    const F extends Partial<FurtherPermissions<keyof E & string>> = Record<never, never>,
  >(given: {
    readonly input: E;
    readonly permission: P;
    readonly further?: F;
    readonly labels: CommandLabels;
    /** Default false. */
    readonly whileDeleted?: boolean;
  }): CommandSpec<E, Output, P['of'], F> => ({
    input: v.object({ ...envelope, ...given.input }),
    // The input's type is known to `exact` alone; callers pass what the schema has checked.
    permission: given.permission as unknown as CommandSpec<E, Output, P['of'], F>['permission'],
    further: given.further ?? ({} as F),
    labels: given.labels,
    whileDeleted: given.whileDeleted ?? false,
  });
}
