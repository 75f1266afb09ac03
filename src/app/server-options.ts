/** Options that the programs for a team have in common. */
import { checkMonitor } from '#functions/sweep/ping-monitor.ts';

/** Error in a command line; its message is printed without a stack. */
export class CommandLineError extends Error {}

/** @throws CommandLineError */
export function portOf(given: string | undefined, byDefault: number): number {
  if (given === undefined) return byDefault;
  const port = Number(given);
  if (/^\d+$/u.test(given) && port <= 65_535) return port;
  throw new CommandLineError(`--port takes a whole number up to 65,535, not “${given}”.`);
}

/** The subject of VAPID (RFC 8292): a mail or web address outside of this machine. Null for any other text. */
export function contactOf(text: string): string | null {
  const host = String.raw`(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+`;
  const isOutside = !/(?:^|[.@/])local(?:host|domain)?(?:[:/]|$)/iu.test(text);
  if (isOutside && new RegExp(`^https://${host}(?:[:/]\\S*)?$`, 'iu').test(text)) return text;
  const address = text.replace(/^mailto:/iu, '');
  return isOutside && new RegExp(`^[^\\s@<>]+@${host}$`, 'iu').test(address) ? `mailto:${address}` : null;
}

export function checkedContact(text: string): string {
  const contact = contactOf(text);
  if (contact !== null) return contact;
  throw new CommandLineError(
    `--contact takes a mail address or an https:// address outside of this machine, not “${text}”.`,
  );
}

export function checkedMonitor(url: string): string {
  try {
    checkMonitor(url);
    return url;
  } catch {
    throw new CommandLineError(`--sweep-monitor takes a web address without a user name, not “${url}”.`);
  }
}

/** Host as in addresses: without the default port. */
export function checkedHost(text: string): string {
  const url = URL.parse(`http://${text}`);
  if (url && url.host !== '' && url.href === `http://${url.host}/`) return url.host;
  throw new CommandLineError(`--allow-host takes a host name, or a name with a port, not “${text}”.`);
}

/** Browsers give service workers, clipboard and push to https:// and to this machine alone. */
export function checkedOrigin(option: string, text: string): string {
  const url = URL.parse(text);
  const isAddress =
    url && url.username === '' && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isAddress || !/^https?:$/u.test(url.protocol))
    throw new CommandLineError(
      `${option} takes an address like https://muster.example, without a path, not “${text}”.`,
    );
  if (url.protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(url.hostname))
    throw new CommandLineError(
      `${option} must begin with https://: browsers allow no push and no offline use at ${url.origin}. docs/hosting.md shows a proxy that does it.`,
    );
  return url.origin;
}
