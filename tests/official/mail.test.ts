/**
 * From an empty account to an answer by mail, on Muster as it is deployed: the official Auth, Functions and Tasks parts, a real SMTP
 * server whose address is a secret of the functions, and the Firebase client.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inviteIdOf } from '#api/invite-token.ts';
import { type FirebaseClient, openFirebase } from '#adapters/firebase/backend.ts';
import { runningClock } from '#adapters/embedded-node/system-clock.ts';
import { believedCaller } from '#emulator/token.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { freePort } from '#tests/free-port.ts';
import type { ReceivedMail } from '../contracts/mail/mail.contract.ts';
import { type SmtpReceiver, startSmtpReceiver } from '../contracts/mail/smtp-receiver.fixture.ts';
import { type RunningAccounts, startAccounts } from './accounts.ts';
import { deployMuster, type DeployedMuster, region } from './deployed.ts';
import { type HostedPush, startHostedPush } from './hosted-push.ts';
import { needs, partsInstalled, projectId } from './parts.ts';
import { project } from './stage.ts';
import { officialModule, type Part, startPart } from './tools.ts';
import { waiting } from '#tests/time-limits.ts';

const teamId = 'team-1';
const summary = 'One in five orders fails';
/** Registration of a device; Cloud Messaging takes what is no installation's id as a token. */
const registration = 'registration-of-ada';

describe.skipIf(!partsInstalled())(`mail as it is deployed (${needs})`, () => {
  const cloud = new FakeCloud({ believe: believedCaller, clock: runningClock });
  const stops: (() => Promise<unknown>)[] = [];
  let accounts: RunningAccounts;
  let mails: SmtpReceiver;
  let pushes: HostedPush;
  let deployed: DeployedMuster;
  const clients: FirebaseClient[] = [];

  beforeAll(async () => {
    const { TasksEmulator } = officialModule<{ TasksEmulator: new (args: object) => Part }>(
      'emulator/tasksEmulator',
    );
    const port = await freePort();
    stops.push(await startPart('tasks', new TasksEmulator({ host: '127.0.0.1', port })));
    process.env['CLOUD_TASKS_EMULATOR_HOST'] = `127.0.0.1:${port}`;
    accounts = await startAccounts();
    stops.push(accounts.stop);
    process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${accounts.port}`;
    mails = await startSmtpReceiver();
    stops.push(mails.stop);
    pushes = await startHostedPush();
    stops.push(pushes.stop);
    deployed = await deployMuster(cloud, {
      environment: {
        ...{ MUSTER_MAIL_BY: 'smtp', MUSTER_MAIL_FROM: 'Muster <muster@example.com>' },
        MUSTER_ORIGIN: 'https://muster.example.com',
      },
      secrets: { MUSTER_SMTP_URL: mails.url },
    });
    stops.push(deployed.stop);
  });
  afterAll(async () => {
    for (const client of clients) await client.dispose();
    for (const stop of stops.toReversed()) await stop();
    cloud.dispose();
  });

  /** A new person with an account. */
  async function signUp(email: string) {
    const client = openFirebase({
      project,
      region,
      local: { auth: `127.0.0.1:${accounts.port}`, functions: `127.0.0.1:${deployed.port}` },
    });
    clients.push(client);
    await client.auth.createUser({ email, password: 'correct horse' });
    let commands = 0;
    return {
      uid: client.auth.currentUser()?.uid ?? '',
      command: (name: string, input: object) =>
        client.functions.call(name, { teamId, commandId: `${email.split('@')[0]}-${++commands}`, ...input }),
    };
  }

  const mailTo = (to: string, subject: RegExp): Promise<ReceivedMail> =>
    vi.waitFor(() => {
      const mail = mails.received.find((one) => one.to === to && subject.test(one.subject));
      return (
        mail ?? expect.fail(`No mail came; there are ${mails.received.map((one) => one.subject).join(', ')}`)
      );
    }, waiting);

  /** What hosting forwards: the small page behind the link of a mail, looked at, or with a button pressed. */
  async function behindLink({ text }: ReceivedMail, press?: string) {
    const path = /https:\/\/muster\.example\.com(\/in\/mail\/\S+)/u.exec(text)?.[1] ?? '';
    const at = `http://127.0.0.1:${deployed.port}/${projectId}/${region}/ingest${path}`;
    const form = { method: 'POST', body: new URLSearchParams({ do: press ?? '' }) };
    return (await fetch(at, press === undefined ? {} : form)).text();
  }

  const pushed = (kind: string) => pushes.sent.filter(({ data }) => data['kind'] === kind);

  test('a second person is paged by mail and acknowledges from it, and the first person’s notification is removed', async () => {
    const ada = await signUp('ada@example.com');
    const names = { name: 'Payments', timezone: 'Europe/Berlin', displayName: 'Ada' };
    await ada.command('createTeam', names);
    await ada.command('registerDevice', { deviceId: 'phone', registration, label: 'Phone', userAgent: '' });

    const token = '0a'.repeat(20);
    const invite = { inviteId: inviteIdOf(token), role: 'responder', note: '', days: 7 };
    await ada.command('inviteMember', { ...invite, address: 'ben@example.com', token });
    const invitation = await mailTo('ben@example.com', /Payments/u);
    expect(invitation.text).toContain(token);
    const ben = await signUp('ben@example.com');
    await ben.command('acceptInvite', { token, displayName: 'Ben' });

    await ben.command('saveMailSettings', { address: 'ben.pages@example.com', notices: false });
    const confirmation = await mailTo('ben.pages@example.com', /^Confirm/u);
    expect(await behindLink(confirmation)).toContain('Confirm this address?');
    expect(await behindLink(confirmation, 'confirm')).toContain('Address confirmed');

    await ada.command('declareIncident', {
      ...{ title: summary, severity: 'SEV1', serviceIds: [], private: false, alertId: null },
      page: [{ kind: 'people', userIds: [ada.uid, ben.uid] }],
    });
    const mail = await mailTo('ben.pages@example.com', /orders/u);
    expect(mail.text.split('\n')[0]).toMatch(/Acknowledge within \d+ min/u);
    await expect.poll(() => pushed('page')).toMatchObject([{ token: registration }]);
    expect(await behindLink(mail)).toContain('You are paged. Press to answer.');
    expect(pushed('settled')).toEqual([]);

    expect(await behindLink(mail, 'acknowledge')).toContain('It is yours');
    const [page] = pushed('page');
    const { pageId } = page?.data ?? {};
    await expect
      .poll(() => pushed('settled'))
      .toEqual([
        expect.objectContaining({
          token: registration,
          data: expect.objectContaining({ pageId, status: 'acknowledged' }),
        }),
      ]);
    expect(await behindLink(mail)).toContain('You have acknowledged it.');
  });
});
