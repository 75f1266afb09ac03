/** The push service of a failed push. */
import type { PortError } from '#ports/errors.ts';

/** Longest name of a host (RFC 1035), with a port. */
const longestHost = 259;

/** Host of the push service that an `unavailable` of `ServerPush.send` names; null for an error that names none. */
export function pushServiceOf({ code, details }: PortError): string | null {
  if (code !== 'unavailable' || typeof details !== 'object' || details === null) return null;
  const host = 'pushService' in details ? details.pushService : null;
  return typeof host === 'string' && host.length > 0 && host.length <= longestHost ? host : null;
}
