/** Rows of a port's methods: the call, and how it ends in adverse states. */
import type { CompleteBackend } from '#ports/complete.ts';
import type { Capability } from '#ports/capability-names.ts';
import { isPortError, type PortErrorCode } from '#ports/errors.ts';
import type { Stage } from '../stage.ts';

/** `answers`: at once, with no promise. `waits`: neither resolves nor rejects for now. */
export type Ending = 'answers' | 'resolves' | 'waits' | PortErrorCode;

export interface MethodRow {
  call(client: CompleteBackend): unknown;
  /** Ending for somebody signed in without network. Several: the provider's choice. */
  readonly offline: Ending | readonly Ending[];
  /** Online, with nobody signed in. */
  readonly signedOut: Ending | readonly Ending[];
  readonly needs: readonly Capability[];
}

/** Subscriptions have a suite of their own. */
export const subscription = 'subscription';

/** Names of the methods of `Port`, and of those of its extensions: `extension.method`. */
type MethodOf<Port> = {
  [Name in keyof Port & string]: NonNullable<Port[Name]> extends (...given: never[]) => unknown
    ? Name
    : NonNullable<Port[Name]> extends readonly unknown[]
      ? never
      : NonNullable<Port[Name]> extends object
        ? `${Name}.${MethodOf<NonNullable<Port[Name]>>}`
        : never;
}[keyof Port & string];

/** Table with every method of a port, so that a new one can't be forgotten; names with a colon are further ways to call one. */
export type Table<Port> = Readonly<
  Record<MethodOf<Port>, MethodRow | typeof subscription> & Record<`${string}: ${string}`, MethodRow>
>;

export const row = (
  call: MethodRow['call'],
  offline: MethodRow['offline'],
  signedOut: MethodRow['signedOut'] = 'resolves',
  needs: MethodRow['needs'] = [],
): MethodRow => ({ call, offline, signedOut, needs });

/** A row of a provider that has these capabilities. */
export const rowNeeding = (given: MethodRow, needs: MethodRow['needs']): MethodRow => ({ ...given, needs });

/** Row of a method that answers without the backend. */
export const local = (call: MethodRow['call']): MethodRow => row(call, 'answers', 'answers');

/** Ending of a call after everything that needs no time. */
export async function endingOf(scene: Pick<Stage, 'settle'>, call: () => unknown): Promise<string> {
  const ending = beginCall(call);
  // An operation that moves time settles between its steps.
  for (let turn = 0; turn < 5; turn++) await scene.settle();
  return ending();
}

/** Makes a call; the returned function tells how it has ended so far. */
export function beginCall(call: () => unknown): () => string {
  let ending = 'waits';
  try {
    const result = call();
    if (!(result instanceof Promise)) return () => 'answers';
    result.then(
      () => (ending = 'resolves'),
      (error: unknown) => (ending = nameOf(error)),
    );
  } catch (error) {
    ending = `throws ${nameOf(error)}`;
  }
  return () => ending;
}

const nameOf = (error: unknown): string => (isPortError(error) ? error.code : String(error));
