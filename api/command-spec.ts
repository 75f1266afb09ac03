/** The shape of a catalogue entry, and the permission it asks. */
import * as v from 'valibot';
import type { AlertEvent } from '#domain/alert/history.ts';
import type { Alert } from '#domain/alert/schema.ts';
import { idSchema, wholeNumberSchema } from '#domain/base.ts';
import type { CoverRequest } from '#domain/cover/schema.ts';
import type { Incident } from '#domain/incident/schema.ts';
import type { Delivery, Page } from '#domain/page/schema.ts';
import type { Action } from '#domain/permissions.ts';
import type { Override } from '#domain/schedule/schema.ts';
import { isWithin, type SpanBound } from '#domain/span.ts';
import type { TimelineEvent } from '#domain/timeline/schema.ts';

/** Subjects of permissions, by their names in the catalogue. */
export interface SubjectTypes {
  readonly incident: Incident;
  readonly alert: Alert;
  readonly alertEvent: AlertEvent;
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
  alertEvent: ['alertId', 'entryId'],
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

const envelope = {
  teamId: idSchema,
  commandId: idSchema,
  /**
   * Milliseconds from the moment it was given to this attempt, both by the clock of the browser that sends it: no clock is compared with
   * another. Left out: it is given now.
   */
  ageMs: v.exactOptional(wholeNumberSchema(0, Number.MAX_SAFE_INTEGER)),
};
type Envelope = typeof envelope;
type InputSchema<E extends v.ObjectEntries> = v.ObjectSchema<Envelope & E, undefined>;

export interface CommandSpec<E extends v.ObjectEntries, Output, Of extends Permission<never>['of'], Further> {
  readonly input: InputSchema<E>;
  readonly permission: Extract<Permission<never>, { readonly of: Of }>;
  readonly further: Further;
  /**
   * The input field that names the aggregate: commands of one aggregate are sent one after the other. Null: the command waits for no
   * other, as a declaration and what concerns its caller alone.
   */
  readonly scope: string | null;
  /** Whether it asks people, or releases them: then it is not carried out long after it was given. */
  readonly expires: boolean | ((input: v.InferInput<InputSchema<E>>) => boolean);
  readonly labels: CommandLabels;
  /** Also carried out in a team that was deleted. */
  readonly whileDeleted: boolean;
  /** Carries the output's type; always undefined. */
  readonly output?: Output;
}

/** A longer span is refused before anything is looked up. */
function inputSchema<const E extends v.ObjectEntries>(
  entries: E,
  span: SpanBound | undefined,
): InputSchema<E> {
  const schema = v.object({ ...envelope, ...entries });
  if (span === undefined) return schema;
  const bounded = v.pipe(
    schema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const value: Readonly<Record<string, unknown>> = dataset.value;
      const [startsAt, endsAt] = [Number(value['startsAt']), Number(value['endsAt'])];
      if (isWithin({ startsAt, endsAt }, span)) return;
      const path = { type: 'object', origin: 'value', input: value, key: 'endsAt', value: endsAt } as const;
      addIssue({ message: span.sentence, path: [path] });
    }),
  );
  // The pipe has the entries of the object, and its types.
  return bounded as unknown as InputSchema<E>;
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
    readonly scope: (keyof E & `${string}Id`) | 'teamId' | null;
    /** Default false. */
    readonly expires?: true | ((input: v.InferInput<InputSchema<E>>) => boolean);
    readonly labels: CommandLabels;
    /** Length of the span from `startsAt` to `endsAt`, for an input that has one. */
    readonly span?: SpanBound;
    /** Default false. */
    readonly whileDeleted?: boolean;
  }): CommandSpec<E, Output, P['of'], F> => ({
    input: inputSchema(given.input, given.span),
    // The input's type is known to `exact` alone; callers pass what the schema has checked.
    permission: given.permission as unknown as CommandSpec<E, Output, P['of'], F>['permission'],
    further: given.further ?? ({} as F),
    scope: given.scope,
    expires: given.expires ?? false,
    labels: given.labels,
    whileDeleted: given.whileDeleted ?? false,
  });
}
