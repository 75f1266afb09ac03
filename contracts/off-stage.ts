/** Stand-in for a function that a stage lacks: a scenario that uses it is skipped, with the reason. */
/**
 * Thrown by a stage that can't carry out a scenario's step (moving real time, for instance). Not a statement about the provider: the
 * scenario is skipped, with the reason.
 */
export class OffStage extends Error {
  override readonly name = 'OffStage';
}

/** Function that a stage lacks. */
export const off = (why: string) => (): never => {
  throw new OffStage(why);
};

/** A whole port, or stage, of such things. */
export const offStage = <T extends object>(why: string): T => new Proxy({} as T, { get: () => off(why) });

/** An object that has some of its members on the stage. */
export const partlyOffStage = <T extends object>(own: Partial<T>, why: string): T =>
  new Proxy(own as T, { get: (target, name) => Reflect.get(target, name) ?? off(why) });

/** A limit that a scenario goes past. @throws OffStage when the provider has none */
export function bounded(limit: number): number {
  if (Number.isFinite(limit)) return limit;
  throw new OffStage('This provider has no such limit.');
}
