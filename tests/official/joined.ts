/** The official emulators that `npm run test:firebase` has started: its tests run on them, where others start parts of their own. */

export interface Joined {
  readonly auth: number;
  readonly docs: number;
  readonly realtime: number;
  readonly functions: number;
  readonly storage: number;
  /** Port where the deployed code calls a scenario's handlers. */
  readonly handlers: number;
}

/** Environment variable with a `Joined` as JSON. */
export const joinedVariable = 'MUSTER_OFFICIAL_EMULATORS';

/** `null` in every other run. */
export function joined(): Joined | null {
  const text = process.env[joinedVariable];
  return text === undefined ? null : (JSON.parse(text) as Joined);
}
