import { PortError } from '#ports/errors.ts';

/** A port that a provider lacks (`no` in its manifest): each method, of an extension too, throws `unimplemented` at once. */
export function absentPort<T extends object>(name: string): T {
  const absent: object = new Proxy(
    () => {
      throw new PortError('unimplemented', `This backend has no ${name}.`);
    },
    { get: () => absent },
  );
  return new Proxy({} as T, { get: () => absent });
}
