/** The official emulators that `npm run test:firebase` has started: its tests run on them, where others start parts of their own. */

export interface Joined {
  readonly auth: number;
  readonly docs: number;
  readonly realtime: number;
  readonly functions: number;
  readonly storage: number;
  /** Where what is deployed asks for a scenario's handlers: theirs to listen at. */
  readonly handlers: number;
}

/** Of the environment; holds a `Joined` as JSON. */
export const joinedVariable = 'MUSTER_OFFICIAL_EMULATORS';

/** `null` in every other run. */
export function joined(): Joined | null {
  const text = process.env[joinedVariable];
  return text === undefined ? null : (JSON.parse(text) as Joined);
}
