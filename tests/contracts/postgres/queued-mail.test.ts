/** Queued mail on PostgreSQL: found by the sweep where its task was lost with the process, and sent once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { minute } from '#domain/constants.ts';
import type { MailSettings } from '#domain/mail/settings.ts';
import { serverPaths } from '#api/server-paths.ts';
import { createFunctions } from '#functions/index.ts';
// Loaded before the tests: the clock does not wait for a module that a task loads.
import '#functions/on-demand.ts';
import { transact } from '#functions/kernel/unit-of-work.ts';
import { queueMessageMail } from '#functions/mail/queue-mail.ts';
import { sweep } from '#functions/sweep.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { OutgoingMail } from '#ports/server/mail.ts';
import type { ServerPorts } from '#ports/server/server.ts';
import { BusyDatabases } from './busy-database.ts';
import { openBareDatabase, withPostgres } from './provider.ts';
import { openTestServer } from './server-stage.ts';

withPostgres();

const teamId = 'harbour';
const settings: MailSettings = {
  ...{
    id: 'ada',
    teamId,
    createdAt: 0,
    createdBy: 'ada',
    revision: 1,
    notices: true,
    noticeKey: 'k'.repeat(32),
  },
  ...{ address: 'ada@example.com', confirmedAt: 0, pendingAddress: null, failure: null, failedAt: null },
  provedAt: null,
};

async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-mail-'));
  const { database } = await openBareDatabase();
  const busy = new BusyDatabases();
  const clock = busy.clock();
  const sent: OutgoingMail[] = [];
  const opened = await openTestServer({
    ...{ clock, folder, seed: folder, functions: { ...createFunctions(), schedules: {} } },
    database: busy.over(database),
    report: () => {},
    mail: {
      origin: 'https://muster.example',
      async send(message) {
        sent.push(message);
        return { messageId: 'a@muster.example', outcome: 'accepted', receipt: null };
      },
      outcomeOf: null,
    },
  });
  await opened.start();
  onTestFinished(async () => {
    await opened.stop();
    opened.push.close();
    await busy.rest();
    await database.close();
    await rm(folder, { recursive: true });
  });
  return { server: opened.server, clock, sent };
}

/** A message to Ada, stored with her settings in one transaction. */
const queueMessage = (server: ServerPorts) =>
  transact(server, async (work) => {
    work.save(serverPaths.mailSettings(teamId, 'ada'), settings);
    const to = {
      teamId,
      userId: 'ada',
      to: { channel: 'mail', target: 'ada' },
      address: 'ada@example.com',
    } as const;
    const message = { notification: { title: 'Your shift begins', body: 'Soon.', link: '/t/harbour/' } };
    await queueMessageMail(work, to, message, null);
  });

const waiting = async ({ docs }: ServerPorts) =>
  (await docs.find(query(`teams/${teamId}/queuedMails`))).length;

test('a mail is sent once by its task, and removed with the outcome', async () => {
  const { server, clock, sent } = await open();
  await queueMessage(server);
  await clock.advance(1);
  expect(sent.map(({ subject }) => subject)).toEqual(['Your shift begins']);
  expect(await waiting(server)).toBe(0);
});

test('a mail whose task was lost with its process is found by the sweep and sent once', async () => {
  const { server, clock, sent } = await open();
  const dying: ServerPorts = {
    ...server,
    tasks: { enqueue: () => Promise.reject(new PortError('unavailable', 'The process has ended.')) },
  };
  await queueMessage(dying);
  await clock.advance(minute);
  expect(sent).toEqual([]);
  expect(await waiting(server)).toBe(1);
  // Housekeeping needs accounts, which this stage lacks.
  await sweep(server).catch(() => null);
  await clock.advance(1);
  expect(sent.map(({ to }) => to)).toEqual(['ada@example.com']);
  await sweep(server).catch(() => null);
  await clock.advance(10 * minute);
  expect(sent).toHaveLength(1);
  expect(await waiting(server)).toBe(0);
});
