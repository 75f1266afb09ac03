/** `npm run desk`, started as a process of its own and spoken to as browsers and alert senders do. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request as ask } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { demoAccounts } from '#demo/accounts.ts';
import { sampleAlerts } from '#demo/alerts.ts';
import { openMailServer } from '#tests/app/desk/mail-server.ts';
import { deskMember, type DeskProgram, keptServer, openProgram } from '#tests/app/desk/process.ts';

let program: DeskProgram;
beforeAll(async () => {
  program = await openProgram(await keptServer());
});
afterAll(() => program.close());
const run = (...args: readonly string[]) => program.run(...args);

function member(url: URL) {
  const client = deskMember(url);
  onTestFinished(() => client.dispose());
  return client;
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-desk-data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** HTTP's status of a handshake that is refused; 101 for one that is not. */
const handshake = (url: URL, headers: Readonly<Record<string, string>>) =>
  new Promise<number>((answer) => {
    const socket = new WebSocket(new URL('/shared/channel', url.href.replace(/^http/u, 'ws')), {
      headers,
      rejectUnauthorized: false,
    });
    socket.on('error', () => {});
    socket.on('unexpected-response', (_, { statusCode }) => answer(statusCode ?? 0));
    socket.on('open', () => {
      socket.close();
      answer(101);
    });
  });

test('serves the app with its label, files, ingest endpoints and health', async () => {
  const desk = run('--port', '0');
  const url = await desk.ready();
  const page = await fetch(new URL('/incidents/41', url));
  expect(page.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(await page.text()).toMatch(
    /<meta name="muster-cloud" content="shared".*Shared trial, not for production/su,
  );
  expect((await fetch(new URL('/assets/a.js', url))).headers.get('cache-control')).toMatch(/immutable/u);
  expect(await (await fetch(new URL('/healthz', url))).json()).toMatchObject({
    status: 'ok',
    connections: 0,
  });
  const keys = desk.senderKeys();
  const [sample] = sampleAlerts(Date.now());
  const body = sample?.request(keys).body ?? '';
  const door = (key: string) =>
    fetch(new URL(`/in/alertmanager/${key}`, url), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  expect((await door(keys.checkout)).status).toBe(200);
  expect((await door('wrong')).status).toBe(404);
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
  expect(desk.said()).toContain('"path":"/in/alertmanager/…"');
  // Once in the greeting, and in no line of the log.
  expect(desk.said().split(keys.checkout)).toHaveLength(2);
});

test('each folder has its own sender keys, printed at each start, and published keys are rejected', async () => {
  const data = path.join(await newFolder(), 'kept');
  const first = run('--port', '0', '--data', data);
  await first.ready();
  const keys = first.senderKeys();
  first.child.kill('SIGTERM');
  await first.ended;
  const again = run('--port', '0', '--data', data);
  const url = await again.ready();
  expect(again.senderKeys()).toEqual(keys);
  const other = run('--port', '0');
  const elsewhere = await other.ready();
  const all = [...Object.values(keys), ...Object.values(other.senderKeys())];
  expect(new Set(all).size).toBe(all.length);
  const status = async (at: URL, key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const [sample] = sampleAlerts(Date.now());
    const body = sample?.request(keys).body ?? '';
    return (await fetch(new URL('/in/alertmanager', at), { method: 'POST', headers, body })).status;
  };
  expect(await status(url, keys.checkout)).toBe(200);
  expect(await status(elsewhere, keys.checkout)).toBe(404);
  for (const at of [url, elsewhere]) expect(await status(at, 'alder-alertmanager-checkout')).toBe(404);
});

test('the log does not contain the secret of a calendar address', async () => {
  const desk = run('--port', '0');
  const url = await desk.ready();
  const secret = '0123456789'.repeat(4);
  const { status } = await fetch(new URL(`/ical/some-team.${secret}.ics`, url));
  expect(status).toBe(404);
  await expect.poll(() => desk.said()).toContain('"path":"/ical/…"');
  expect(desk.said()).not.toContain(secret);
});

test('a denial hides its reason from the client and logs it', async () => {
  const desk = run('--port', '0');
  const client = member(await desk.ready());
  await client.auth.guests.signIn();
  const uid = client.auth.currentUser()?.uid ?? '';
  await expect(client.docs.get('users/amara', { source: 'server' })).rejects.toMatchObject({
    code: 'permission-denied',
    message: 'The security rules don’t allow this.',
  });
  await expect.poll(() => desk.said()).toContain(`get of users/amara is denied to ${uid}: the rule at line`);
});

test('SIGTERM disconnects clients and loses no write', async () => {
  const folder = path.join(await newFolder(), 'kept');
  const desk = run('--port', '0', '--data', folder);
  const url = await desk.ready();
  const client = member(url);
  await client.auth.guests.signIn();
  const uid = client.auth.currentUser()?.uid;
  const connected: boolean[] = [];
  client.realtime.watchConnection((isConnected) => void connected.push(isConnected));
  await expect.poll(() => connected.at(-1)).toBe(true);
  desk.child.kill('SIGTERM');
  await expect.poll(() => connected.at(-1)).toBe(false);
  expect(await desk.ended).toBe(0);
  const again = run('--port', url.port, '--data', folder);
  await again.ready();
  await expect.poll(() => connected.at(-1)).toBe(true);
  expect((await client.auth.reload()).uid).toBe(uid);
});

test('a made-up social account can’t sign in', async () => {
  const client = member(await run('--port', '0').ready());
  expect(client.capabilities.supports['auth.social']).toBe('no');
  for (const provider of ['google.com', 'oidc.any'] as const) {
    const idToken = JSON.stringify({
      sub: 'x',
      email: 'priya@alder-and-finch.example',
      email_verified: true,
    });
    await expect(client.auth.signIn({ kind: 'social', provider, idToken })).rejects.toMatchObject({
      code: 'auth/operation-not-allowed',
    });
  }
});

test('local mode accepts websockets of its own pages only', async () => {
  const url = await run('--port', '0').ready();
  expect(await handshake(url, { Origin: url.origin })).toBe(101);
  expect(await handshake(url, { Origin: 'http://elsewhere.example' })).toBe(403);
  expect(await handshake(url, {})).toBe(403);
});

test('network mode asks for a push contact unless one is given', async () => {
  const others = ['--port', '0', '--host', '0.0.0.0', '--name', 'localhost'];
  const asking = run(...others);
  await asking.ready();
  expect(asking.said()).toContain('Start with --contact you@example.com.');
  const told = run(...others, '--contact', 'ada@example.com');
  await told.ready();
  expect(told.said()).not.toContain('--contact');
});

test('network mode serves HTTPS and admits browsers that have sent the secret once', async () => {
  const url = await run('--port', '0', '--host', '0.0.0.0', '--name', 'localhost').ready();
  expect(url.protocol).toBe('https:');
  const asked = (place: string, options: object = {}, body = '') =>
    new Promise<{ status: number; cookie: string; text: string }>((answer, failed) => {
      const request = ask(new URL(place, url), { rejectUnauthorized: false, ...options }, (response) => {
        let text = '';
        response.on('data', (part: Buffer) => (text += String(part)));
        response.on('end', () =>
          answer({
            status: response.statusCode ?? 0,
            cookie: response.headers['set-cookie']?.[0] ?? '',
            text,
          }),
        );
      });
      request.on('error', failed);
      request.end(body);
    });
  const shown = (secret: string, origin = url.origin) =>
    asked('/shared/session', { method: 'POST', headers: { Origin: origin } }, secret);
  expect((await asked('/')).status).toBe(401);
  expect((await asked('/')).text).not.toContain('id="root"');
  expect(await handshake(url, { Origin: url.origin })).toBe(401);
  const secret = url.hash.slice(1);
  expect(secret.length).toBeGreaterThan(30);
  expect((await shown('wrong')).status).toBe(401);
  expect((await shown(secret, 'https://elsewhere.example')).status).toBe(403);
  const { status, cookie } = await shown(secret);
  expect(status).toBe(204);
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Secure/u);
  expect(cookie).not.toContain(secret);
  const own = cookie.split(';')[0] ?? '';
  expect((await asked('/', { headers: { Cookie: own } })).text).toContain('id="root"');
  expect(await handshake(url, { Origin: url.origin, Cookie: own })).toBe(101);
  expect((await asked('/', { headers: { Cookie: own, Host: 'elsewhere.example' } })).status).toBe(421);
  // A client that trusts its certificate authority trusts the desk.
  const authority = await asked('/shared/authority.crt');
  expect((await asked('/healthz', { rejectUnauthorized: true, ca: authority.text })).status).toBe(200);
});

test('acknowledged writes and sessions survive a kill', async () => {
  const data = path.join(await newFolder(), 'kept');
  const first = run('--port', '0', '--data', data);
  const [account] = demoAccounts;
  if (!account) throw new Error('The demonstration has people.');
  const before = member(await first.ready());
  await before.auth.signIn(account.credential);
  await before.auth.updateProfile({ displayName: 'Kept' });
  first.child.kill('SIGKILL');
  await first.ended;
  const second = run('--port', '0', '--data', data);
  const after = member(await second.ready());
  await after.auth.signIn(account.credential);
  expect(after.auth.currentUser()?.displayName).toBe('Kept');
  const third = run('--port', '0', '--data', data);
  expect(await third.ended).toBe(1);
  expect(third.said()).toMatch(/in use by another process/u);
});

test('mail is printed for the operator', async () => {
  const desk = run('--port', '0');
  const client = member(await desk.ready());
  await client.auth.links.send('new@example.com', { continueUrl: 'http://localhost/' });
  await expect.poll(() => desk.said()).toMatch(/Mail to new@example.com: Your sign-in link/u);
});

test('mail is sent and not printed with --smtp', async () => {
  const mails = await openMailServer();
  onTestFinished(() => mails.close());
  const desk = run('--port', '0', '--smtp', `smtp://127.0.0.1:${mails.port}`);
  const client = member(await desk.ready());
  await client.auth.links.send('new@example.com', { continueUrl: 'http://localhost/' });
  const mail = await mails.mailTo('new@example.com', 'sign-in link');
  expect(mail).toMatch(/^Subject: Your sign-in link$/mu);
  expect(desk.said()).not.toContain('oobCode');
});

test.each([
  ['an option that there is not', ['--prot', '1'], /Unknown option '--prot'/u],
  ['a port that is none', ['--port', 'x'], /--port takes a whole number/u],
  ['a backup of nothing', ['--backup', 'x'], /needs the folder/u],
  ['a key without its certificate', ['--key', 'x'], /come together/u],
  ['a mail server that is none', ['--smtp', 'nowhere'], /--smtp takes an address/u],
])('%s is answered with a sentence', async (_, args, reason) => {
  const desk = run(...args);
  expect(await desk.ended).toBe(1);
  expect(desk.said()).toMatch(reason);
});

test('help names every option', async () => {
  const desk = run('--help');
  expect(await desk.ended).toBe(0);
  expect(desk.said()).toMatch(/--data[^]*--backup[^]*--restore[^]*--host[^]*--smtp/u);
});
