/** Request to an external monitor after each sweep; the monitor alarms when requests stay away. */
import { isPortError } from '#ports/errors.ts';
import type { ServerPorts } from '#ports/server/server.ts';

/** Longest wait of a sweep for the monitor. */
const timeoutMs = 5_000;

/**
 * A `GET` request. A missing answer or an error status is ignored: the monitor alarms because the request is missing. Nothing is sent where
 * backend code can make no requests (capability `server.http`).
 */
export async function pingMonitor({ http }: ServerPorts, url: string): Promise<void> {
  try {
    await http?.send({ url, maxBytes: 65_536, timeoutMs });
  } catch (error) {
    if (!isPortError(error)) throw error;
  }
}

/** @throws TypeError for what is no web address, or one with a user name and a password */
export function checkMonitor(url: string): void {
  if (url.length > 2000 || !/^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/u.test(url))
    throw new TypeError('The address of the sweep’s monitor is one of http or https, without a user name.');
}
