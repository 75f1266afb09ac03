/** An alert on `npm run host`, from its HTTP request through routing rules to a signed webhook and a mail: the processes and connections are real. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whyNoOwnServer } from '#adapters/postgres/own-binaries.ts';
import type { CommandInput, CommandName } from '#api/commands.ts';
import { demoTeamId } from '#demo/team/people.ts';
import type { DemoKeys } from '#demo/team/sender-keys.ts';
import { credentialOf } from '#demo/accounts.ts';
import type { Backend } from '#ports/backend.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../contracts/mail/smtp-receiver.fixture.ts';
import { freePort } from '../../free-port.ts';
import { hostMember } from './host-member.ts';
import { type HostStage, openHostStage } from './process.ts';
import { seedDatabase } from './seed-host.ts';

const whyNot = await whyNoOwnServer();
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

interface ReceivedEvent {
  readonly type: string;
  readonly data: unknown;
}

describe.skipIf(whyNot !== null)('a routed alert', () => {
  let stage: HostStage;
  let mails: SmtpReceiver;
  let jonas: Backend;
  let keys: DemoKeys;
  let url: URL;
  const events: ReceivedEvent[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      // Throws at a wrong signature: the event is then missing.
      events.push(new StandardWebhook(secret).verify(body, headers) as ReceivedEvent);
      response.end();
    });
  });
  let commands = 0;
  const command = <N extends CommandName>(name: N, input: Omit<CommandInput<N>, 'teamId' | 'commandId'>) =>
    jonas.functions.call(name, { teamId: demoTeamId, commandId: `delivery-${++commands}`, ...input });
  const types = () => events.map(({ type }) => type);

  beforeAll(async () => {
    stage = await openHostStage();
    mails = await startSmtpReceiver();
    await new Promise<void>((listening) => void receiver.listen(0, '127.0.0.1', listening));
    const { port } = receiver.address() as AddressInfo;
    const data = path.join(stage.folder, 'data');
    const database = await stage.openDatabase();
    keys = await seedDatabase(database.url, data);
    const reaches = [
      '--smtp',
      mails.url,
      '--from',
      'muster@example.com',
      '--allow-host',
      `127.0.0.1:${port}`,
    ];
    // Links of mails have the port.
    const address = ['--port', String(await freePort())];
    const host = stage.start('--database', database.url, ...address, ...reaches);
    url = await host.ready();
    jonas = hostMember(url);
    await jonas.auth.signIn(credentialOf({ id: 'jonas' }));
    await command('saveWebhook', {
      ...{ webhookId: 'ops', name: 'Operations', format: 'muster', enabled: true },
      ...{ events: ['alert.triggered', 'page.started', 'page.acknowledged'], serviceIds: [], severities: [] },
      linkOrigin: 'https://muster.test',
      access: { url: `http://127.0.0.1:${port}/hook`, secret, matrix: null },
    });
  });
  afterAll(async () => {
    await jonas.dispose();
    await stage.close();
    await mails.stop();
    receiver.close();
  });

  test('pages its service by mail, sends signed webhooks, and is acknowledged from the mail', async () => {
    await command('saveMailSettings', { address: 'jonas.pages@example.com', notices: false });
    await post(await mailWith(/^Confirm/u), 'do=confirm');
    await command('savePolicy', {
      ...{ policyId: 'jonas', name: 'Jonas', repeat: 1 },
      steps: [
        {
          ...{ targets: [{ kind: 'person', userId: 'jonas' }], delayMinutes: 5 },
          ...{ mode: 'all', acknowledgedBy: 'any' },
        },
      ],
    });
    await command('saveService', {
      ...{ serviceId: 'printing', name: 'Printing', description: '', policyId: 'jonas', lowPolicyId: null },
      ...{ ownerId: null, supportHours: null, dependsOn: [] },
    });
    const sent = { kind: 'alert', severity: null, urgency: null, group: null, summary: null } as const;
    await command('saveRouting', {
      ...{ integrationId: 'checkout-alertmanager', serviceId: 'checkout' },
      rules: [
        {
          ...{ id: 'label', name: 'By label', conditions: [] },
          action: { ...sent, labels: [], service: { by: 'label', label: 'service' } },
        },
      ],
    });
    const labels = { alertname: 'PaperJam', severity: 'critical', service: 'printing' };
    const alerts = [{ status: 'firing', labels, startsAt: '2026-01-05T09:00:00Z' }];
    const { status } = await fetch(new URL(`/in/alertmanager/${keys.checkout}`, url), {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify({
        ...{ version: '4', groupKey: 'jam', status: 'firing', commonLabels: labels, alerts },
      }),
    });
    expect(status).toBe(200);
    await expect.poll(types).toEqual(expect.arrayContaining(['alert.triggered', 'page.started']));
    expect(JSON.stringify(events)).toContain('"serviceId":"printing"');
    await post(await mailWith(/PaperJam/u), 'do=acknowledge');
    await expect.poll(types).toContain('page.acknowledged');
  });

  /** Link of the mail with this subject, once it has come. */
  async function mailWith(subject: RegExp): Promise<string> {
    const find = () => mails.received.find((mail) => subject.test(mail.subject));
    await expect.poll(() => find()?.subject).toMatch(subject);
    return /https?:\/\/\S+\/in\/mail\/\S+/u.exec(find()?.text ?? '')?.[0] ?? '';
  }

  /** A press of the button on the page of the link. */
  async function post(link: string, body: string): Promise<void> {
    const answer = await fetch(link, { method: 'POST', body });
    expect(answer.status).toBe(200);
  }
});
