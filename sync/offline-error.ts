import { PortError } from '#ports/errors.ts';

export const offlineError = (what: string): PortError =>
  new PortError('unavailable', `${what} can’t be fetched: there is no connection to the backend.`);
