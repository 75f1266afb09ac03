/** Checks of what is reached over the network: the address, mail, push services. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { WebSocket } from 'ws';
import { hostPaths } from '#adapters/postgres/host/host-paths.ts';
import { failedCheck, passedCheck, type HostFinding, reasonOf, warnedCheck } from './finding.ts';

const waitMs = 8000;
const dayMs = 24 * 3_600_000;
const fewDays = 14;

/** Hosts of the push services of Chromium, Firefox and Safari. */
export const pushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
];

/** Status of Muster's health there; `null` where something else answers. @throws when nothing does */
export async function healthAt(origin: string): Promise<{ readonly status: string } | null> {
  const answer = await fetch(`${origin}${hostPaths.health}`, {
    ...{ signal: AbortSignal.timeout(waitMs), redirect: 'manual' },
  });
  const facts: unknown = await answer.json().catch(() => null);
  const status = typeof facts === 'object' && facts && 'status' in facts ? facts.status : null;
  return typeof status === 'string' ? { status } : null;
}

/** `url`: origin by which people reach it; `null`: this machine's own. */
export async function checkAddress(url: string | null, now: number): Promise<readonly HostFinding[]> {
  const about = 'Address';
  if (url === null)
    return [
      warnedCheck(
        about,
        'this machine alone',
        'For a team, give the address with --url https://… (docs/hosting.md).',
      ),
    ];
  let health;
  try {
    health = await healthAt(url);
  } catch (error) {
    return [
      failedCheck(
        about,
        `${url} can’t be reached from here (${reasonOf(error)})`,
        'Look at the name’s DNS entry, the firewall, the proxy and its certificate.',
      ),
    ];
  }
  if (!health)
    return [
      failedCheck(
        about,
        `${url} answers, but not Muster`,
        'Is Muster running, and does the proxy lead to its port?',
      ),
    ];
  return [
    health.status === 'ok'
      ? passedCheck(about, url)
      : warnedCheck(about, `${url} says: ${health.status}`, 'Look into Muster’s log.'),
    await checkSocket(url),
    ...(url.startsWith('https:') ? [await checkCertificate(new URL(url), now)] : []),
  ];
}

/** The app's connection, which some proxies don't let through. */
async function checkSocket(origin: string): Promise<HostFinding> {
  const about = 'Connections of browsers';
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = new WebSocket(`${origin.replace(/^http/u, 'ws')}${hostPaths.channel}`, {
    ...{ origin, handshakeTimeout: waitMs },
  });
  socket.on('open', () => resolve(null));
  socket.on('error', (error) => resolve(reasonOf(error)));
  const reason = await promise;
  socket.terminate();
  if (reason === null) return passedCheck(about, 'pass the proxy (WebSocket)');
  return failedCheck(
    about,
    `do not pass the proxy: ${reason}`,
    'Let it pass WebSockets on: Upgrade and Connection.',
  );
}

interface Handshake {
  /** Epoch milliseconds; `null` when it is not known. */
  readonly validUntil: number | null;
}

/** @throws when there is no connection, or its certificate is not valid */
async function handshake(host: string, port: number): Promise<Handshake> {
  const { promise, resolve, reject } = Promise.withResolvers<Handshake>();
  // Names of servers are no addresses (RFC 6066).
  const socket = connect({ host, port, timeout: waitMs, ...(isIP(host) === 0 && { servername: host }) });
  socket.on('secureConnect', () => {
    const until = Date.parse(socket.getPeerCertificate().valid_to);
    resolve({ validUntil: Number.isNaN(until) ? null : until });
  });
  socket.on('error', reject);
  socket.on('timeout', () => reject(new Error('no answer')));
  try {
    return await promise;
  } finally {
    socket.destroy();
  }
}

async function checkCertificate({ hostname, port }: URL, now: number): Promise<HostFinding> {
  const about = 'Certificate';
  try {
    const { validUntil } = await handshake(hostname, Number(port || 443));
    const days = validUntil === null ? fewDays : Math.floor((validUntil - now) / dayMs);
    const detail = `good for ${days} days`;
    return days >= fewDays
      ? passedCheck(about, detail)
      : warnedCheck(about, detail, 'Does the proxy renew it by itself?');
  } catch (error) {
    return failedCheck(
      about,
      `is not valid (${reasonOf(error)})`,
      'Browsers open no page with it: renew it.',
    );
  }
}

/** Reachability of push services, `host` or `host:port`. A machine may be offline on purpose. */
export async function checkPushServices(hosts: readonly string[]): Promise<readonly HostFinding[]> {
  return Promise.all(
    hosts.map(async (host) => {
      const about = `Push by ${host}`;
      const [name = '', port = '443'] = host.split(':');
      try {
        await handshake(name, Number(port));
        return passedCheck(about, 'can be reached');
      } catch (error) {
        return warnedCheck(
          about,
          `can’t be reached (${reasonOf(error)})`,
          'Browsers that use it get no pages while they are closed: allow outgoing https.',
        );
      }
    }),
  );
}

export interface MailProbe {
  /** Connects and signs in. */
  verify(): Promise<void>;
  send(to: string): Promise<void>;
}

/** `mail`: null without a server for it. `to`: who gets a test mail; null for nobody. */
export async function checkMail(mail: MailProbe | null, to: string | null): Promise<HostFinding> {
  const about = 'Mail';
  if (!mail) return warnedCheck(about, 'is printed, not sent', 'Give a server with --smtp URL.');
  try {
    await (to === null ? mail.verify() : mail.send(to));
    return passedCheck(
      about,
      to === null ? 'the server takes the name and password' : `a test mail is on its way to ${to}`,
    );
  } catch (error) {
    return failedCheck(
      about,
      `the server does not take it (${reasonOf(error)})`,
      'Look at --smtp: name, password, port.',
    );
  }
}

/** Apple's push service takes messages only of a sender with an address. */
export function checkContact(contact: string | null): HostFinding {
  if (contact !== null) return passedCheck('Contact', contact);
  return warnedCheck(
    'Contact',
    'none for push services',
    'Apple’s refuses a sender without: --contact you@example.com.',
  );
}
