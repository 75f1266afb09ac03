import { PortError } from '#ports/errors.ts';

/** A port that a provider lacks (`no` in its manifest): each method throws `unimplemented` at once. */
export const absentPort = <T extends object>(name: string): T =>
  new Proxy({} as T, {
    get: () => () => {
      throw new PortError('unimplemented', `This backend has no ${name}.`);
    },
  });
