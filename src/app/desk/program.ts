/** `npm run desk`: the app and a cloud for a whole team in this process, until it is told to end. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hostname, networkInterfaces } from 'node:os';
import {
  type Authority,
  certify,
  fingerprintOf,
  makeAuthority,
} from '#adapters/embedded-node/certificate.ts';
import { backUpFolder, type Folder, openFolder, restoreFolder } from '#adapters/embedded-node/folder.ts';
import { FolderError } from '#adapters/embedded-node/folder-database.ts';
import { moveMark } from '#adapters/embedded-node/move/desk.ts';
import {
  type Answered,
  type SharedCloud,
  startSharedCloud,
  type Tls,
} from '#adapters/embedded-node/shared-cloud.ts';
import { makePushKeys, openWebPush, type PushKeys } from '#adapters/embedded-node/web-push.ts';
import { openServerHttp } from '#adapters/node/http.ts';
import { openNodeWorkers } from '#adapters/node/workers.ts';
import { serveSite, siteFiles } from '#adapters/node/site.ts';
import { demoAccounts, demoPassword } from '#demo/accounts.ts';
import { asideSentence } from '#fakes/host/records.ts';
import type { InboxMessage, RulesRefusal } from '#ports/control.ts';
import { guardListener } from '#provider-kit/guard-listener.ts';
import { demoApplication } from '../embedded/application.ts';
import { senderLines } from './sender-keys.ts';
import { isRoutePath, routeNames } from '../http-routes.ts';
import { mailerOf } from '../mailer.ts';
import { CommandLineError } from '../server-options.ts';
import { type DeskOptions, deskOptions, help, isLoopback } from './options.ts';

/** Label on every screen. */
const labelOf = ({ smtp }: DeskOptions) =>
  `Shared trial, not for production${smtp === null ? ' · Mail goes to its operator' : ''}`;

/**
 * `app`: the folder with the built app (`site`) and its HTTP headers. An invalid command line is printed and sets exit code 1.
 */
export async function runDesk(args: readonly string[], app: string): Promise<void> {
  try {
    const options = deskOptions(args);
    if (!options) console.log(help);
    else if (options.data !== null && options.backup !== null) {
      await backUpFolder(options.data, options.backup);
      console.log(`${options.data} is copied into ${options.backup}.`);
    } else if (options.data !== null && options.restore !== null) {
      restoreFolder(options.data, options.restore);
      console.log(`${options.data} is what ${options.restore} holds.`);
    } else await serve(options, app);
  } catch (error) {
    if (!(error instanceof CommandLineError || error instanceof FolderError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function serve(options: DeskOptions, app: string): Promise<void> {
  const { host, port, data } = options;
  const names = namesOf(options);
  const folder = data === null ? null : openFolder(data);
  try {
    if (folder?.text(moveMark))
      throw new CommandLineError(
        `A move into ${data} has not ended. Start that move again (npm run move), and the desk after it.`,
      );
    const tls = await tlsOf(options, folder, names);
    const secret = isLoopback(host)
      ? null
      : keptText(folder, 'secret', () => randomBytes(24).toString('base64url'));
    const cloud = await startSharedCloud({
      application: {
        ...demoApplication(options.sweepMonitor ?? undefined),
        workers: openNodeWorkers(path.join(import.meta.dirname, 'worker-thread.cjs')),
      },
      host,
      port,
      names,
      tls,
      secret,
      webPush: webPushOf(options, folder),
      http: openServerHttp({ allowedHosts: options.allowedHosts }),
      found: folder?.found ?? { state: 'nothing' },
      write:
        folder &&
        ((group, aheadMs) => folder.write(group, aheadMs).catch((error: unknown) => endUnkept(data, error))),
      isDoor: isRoutePath,
      loggedPaths: ['/', ...routeNames, ...siteFiles(path.join(app, 'site'))],
      site: serveSite({ folder: path.join(app, 'site'), headers: headersOf(app), label: labelOf(options) }),
      mail: options.smtp === null ? null : (origin) => mailerOf({ ...options, origin }).mail,
      onMessage: messengerOf(options),
      onRequest: logRequest,
      onRefusal: logRefusal,
      onFailure: (what, error) => console.error(`${what}:`, error),
      onSetAside: (record) => console.error(asideSentence(record)),
    }).catch((error: unknown) => {
      throw listenError(error, options);
    });
    endOnSignal(cloud, folder);
    const senders = await senderLines(cloud.server);
    console.log(greeting(options, cloud, { names, tls, secret, senders }));
  } catch (error) {
    folder?.close();
    throw error;
  }
}

const headersOf = (app: string) =>
  JSON.parse(readFileSync(path.join(app, 'headers.json'), 'utf8')) as Record<string, string>;

/** Names by which this machine may be called; links use the first. */
function namesOf({ host, names }: DeskOptions): readonly string[] {
  const here = ['localhost', '127.0.0.1', '::1'];
  if (isLoopback(host)) return [...new Set([...names, ...(here.includes(host) ? [] : [host]), ...here])];
  const isAny = host === '0.0.0.0' || host === '::';
  const addresses = Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'))
    .map(({ address }) => address);
  const own = hostname().toLowerCase();
  return [...new Set([...names, ...(isAny ? addresses : [host]), own, `${own}.local`, ...here])];
}

async function tlsOf(
  { host, tls }: DeskOptions,
  folder: Folder | null,
  names: readonly string[],
): Promise<Tls | null> {
  if (tls) {
    const read = (file: string) => {
      try {
        return readFileSync(file, 'utf8');
      } catch (error) {
        throw new CommandLineError(`${file} can’t be read. Name a PEM file that is there.`, { cause: error });
      }
    };
    return { cert: read(tls.cert), key: read(tls.key), authority: null };
  }
  if (isLoopback(host)) return null;
  const kept = folder?.text('authority') ?? null;
  const authority = kept === null ? await makeAuthority() : (JSON.parse(kept) as Authority);
  if (kept === null) folder?.setText('authority', JSON.stringify(authority));
  return certify(authority, names);
}

/** Good for the push services that look at its form alone. */
const nobodysContact = 'mailto:muster@localhost.localdomain';

function webPushOf({ pushServices, contact }: DeskOptions, folder: Folder | null) {
  const kept = folder?.text('push') ?? null;
  const keys = kept === null ? makePushKeys() : (JSON.parse(kept) as PushKeys);
  if (kept === null) folder?.setText('push', JSON.stringify(keys));
  return openWebPush({ keys, contact: contact ?? nobodysContact, services: pushServices });
}

function keptText(folder: Folder | null, name: string, make: () => string): string {
  const kept = folder?.text(name) ?? null;
  if (kept !== null) return kept;
  const made = make();
  folder?.setText(name, made);
  return made;
}

/** A change that can't be stored must not be acknowledged: all answers end. */
function endUnkept(data: string | null, error: unknown): never {
  console.error(`${data} can’t be written to. Muster ends here; what it acknowledged is kept.`, error);
  process.exit(1);
}

/** Links are in the messages already: no address is needed. */
function messengerOf(options: DeskOptions): (message: InboxMessage) => Promise<void> {
  const mailer = mailerOf({ ...options, origin: '' });
  return async ({ channel, to, subject, body }) => {
    if (channel === 'sms') console.log(`\nText message to ${to}: ${subject}\n${body}\n`);
    else await mailer.send({ to, subject, text: body });
  };
}

/** The reason holds stored values and may be as long as the caller’s path. */
const longestReason = 1000;
const logRefusal = ({ at, uid, service, method, message }: RulesRefusal) =>
  console.error(
    JSON.stringify({
      at: new Date(at).toISOString(),
      refused: `${service} ${method}`,
      uid,
      reason: message.slice(0, longestReason),
    }),
  );

const logRequest = (request: Answered) =>
  console.error(JSON.stringify({ at: new Date().toISOString(), ...request }));

function endOnSignal(cloud: SharedCloud, folder: Folder | null): void {
  const end = async () => {
    await cloud.stop();
    folder?.close();
  };
  const failed = () => process.exit(1);
  process.once('SIGINT', guardListener(end, failed));
  process.once('SIGTERM', guardListener(end, failed));
}

function listenError(error: unknown, { host, port }: DeskOptions): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return error;
  const what = code === 'EADDRINUSE' ? 'is taken' : `can’t be listened at (${code})`;
  return new CommandLineError(
    `Port ${port} of ${host} ${what}. End what listens there, or choose another: npm run desk -- --port=${port + 1}`,
    { cause: error },
  );
}

interface Told {
  readonly names: readonly string[];
  readonly tls: Tls | null;
  readonly secret: string | null;
  readonly senders: readonly string[];
}

/** Accounts for a trial team. */
const people = () =>
  demoAccounts
    .flatMap(({ name, description, credential }) =>
      credential.kind === 'password' ? [`  ${credential.email.padEnd(32)} ${name}, ${description}`] : [],
    )
    .join('\n');

function greeting(
  { data, host, contact }: DeskOptions,
  { origin, port }: SharedCloud,
  { names, tls, secret, senders }: Told,
): string {
  const fragment = secret === null ? '' : `/#${secret}`;
  const others = isLoopback(host)
    ? ''
    : `\nOther names: ${names
        .slice(1)
        .map((name) => `${name}:${port}`)
        .join(', ')}. Whoever has the link is let in.`;
  const trust = tls?.authority
    ? `
Each phone or computer has to trust its certificate once (without it there is no push and no clipboard):
  open ${origin}/shared/authority.crt on it and install the file as a certificate authority,
  on iOS also Settings › General › About › Certificate Trust Settings.
  Compare first, SHA-256: ${fingerprintOf(tls.authority)}`
    : '';
  const push =
    isLoopback(host) || contact !== null
      ? ''
      : `
Push services want an address of whoever runs a sender, and Apple’s refuses one without: no page reaches an iPhone.
  Start with --contact you@example.com.`;
  return `Muster, a shared trial and no production provider: ${origin}${fragment}${others}${trust}${push}
Create an account, or sign in as one of the demonstration team, with the password ${demoPassword}:
${people()}${
    senders.length === 0
      ? ''
      : `\nKeys with which alert senders page that team, drawn for this installation:\n${senders.join('\n')}`
  }
${data === null ? 'Nothing is kept when it ends; --data DIR keeps it.' : `Kept in ${data}.`}
Ready.`;
}
