/** Mail after the commit of what it belongs to: sent whatever the process survives, once where its outcome is known, and given up after a time. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hour, minute } from '#domain/constants.ts';
import { queuedMailSchema } from '#domain/mail/queued-mail.ts';
import { mailSettingsSchema } from '#domain/mail/settings.ts';
import { inviteSchema } from '#domain/team/invite.ts';
import { teamSchema } from '#domain/team/schema.ts';
import { inviteIdOf } from '#api/invite-token.ts';
import { documentPaths } from '#api/paths.ts';
import { serverPaths } from '#api/server-paths.ts';
import { query } from '#ports/docs/query.ts';
import { PortError } from '#ports/errors.ts';
import type { MailOutcome, OutgoingMail, SentMail } from '#ports/server/mail.ts';
import { FunctionsStage, teamId } from '#tests/app/functions/stage.ts';
import { createFunctions } from '../index.ts';
import { sendQueuedMail } from './send-queued-mail.ts';

const accepted: SentMail = { messageId: 'a@muster.example', outcome: 'accepted', receipt: null };
const down = () => Promise.reject(new PortError('unavailable', 'It is down.'));

let stage: FunctionsStage;
let sent: OutgoingMail[];
let answer: () => Promise<SentMail>;
let outcome: MailOutcome;
beforeEach(async () => {
  sent = [];
  answer = async () => accepted;
  outcome = 'queued';
  const mail = {
    origin: 'https://muster.example',
    send(message: OutgoingMail) {
      sent.push(message);
      return answer();
    },
    outcomeOf: async () => outcome,
  };
  stage = await FunctionsStage.open(createFunctions(), { mail });
});
afterEach(() => stage.close());

const token = '0123456789abcdef'.repeat(3).slice(0, 40);
const address = 'noor@example.com';
const invitePath = documentPaths.invite(teamId, inviteIdOf(token));
const invite = () => stage.get(inviteSchema, invitePath);
const rules = { atOnce: 'all' as const, later: [] };

/** Commands whose mail goes out after the commit. */
const mailed = {
  invite: {
    command: 'inviteMember',
    run: () =>
      stage.call('amara', 'inviteMember', {
        ...{ inviteId: inviteIdOf(token), role: 'responder', note: '', address, token, days: 7 },
        commandId: 'invites',
      }),
  },
  confirmation: {
    command: 'saveMailSettings',
    run: () => stage.call('lena', 'saveMailSettings', { address, notices: true, commandId: 'confirms' }),
  },
  notice: {
    command: 'saveNotificationRules',
    run: () =>
      stage.call('amara', 'saveNotificationRules', {
        ...{ userId: 'kwame', high: rules, low: rules, quietHours: null },
        commandId: 'rules',
      }),
  },
  'message that is no notice': {
    command: 'deleteTeam',
    run: () => stage.call('amara', 'deleteTeam', { name: 'Alder & Finch', commandId: 'ends' }),
  },
} as const;
const kinds = Object.entries(mailed);

/** Kwame takes every kind of message at his own, verified address. */
async function takesMail(): Promise<void> {
  await stage.call('kwame', 'saveMailSettings', { address: null, notices: true });
  const path = serverPaths.mailSettings(teamId, 'kwame');
  const settings = await stage.get(mailSettingsSchema, path);
  await stage.save(path, { ...settings, address: 'kwame@example.com', pendingAddress: null });
  const team = await stage.get(teamSchema, documentPaths.team(teamId));
  // A demonstration team can't be deleted.
  await stage.save(documentPaths.team(teamId), { ...team, demonstration: false });
  await stage.cloud.advance(minute);
  sent.length = 0;
}

const die = (operation: string, afterWrites: number) =>
  stage.cloud.faults.inject({ kind: 'crash', service: 'functions', operation, afterWrites });
const quietly = (run: () => Promise<unknown>) => run().catch(() => null);
const waiting = async () =>
  (await stage.server.docs.find(query(`teams/${teamId}/queuedMails`))).map(({ id }) => id);

describe.each(kinds)('the mail of a %s', (_name, { command, run }) => {
  beforeEach(takesMail);

  test('is sent once without a crash, and its content is removed', async () => {
    await run();
    await stage.cloud.advance(2 * hour);
    expect(sent).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('is sent once if the process ends right after the commit', async () => {
    die(`call:${command}`, 1);
    await quietly(run);
    expect(sent).toEqual([]);
    expect(await waiting()).toHaveLength(1);
    await stage.cloud.advance(2 * minute);
    expect(sent).toHaveLength(1);
    await stage.cloud.advance(2 * hour);
    expect(sent).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('is sent once if the process ends before the message is handed over', async () => {
    die('task:sendQueuedMail', 1);
    await run();
    await stage.cloud.advance(1);
    expect(sent).toEqual([]);
    await stage.cloud.advance(2 * hour);
    expect(sent).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  test('is sent again under the same id if the process ends before the outcome is stored', async () => {
    die('task:sendQueuedMail', 2);
    await run();
    await stage.cloud.advance(2 * hour);
    const [first, again, ...others] = sent;
    expect(again).toEqual(first);
    expect(first?.id).toBeDefined();
    expect(others).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('is retried while the mail server is unreachable, and dropped after an hour', async () => {
    answer = down;
    await run();
    await stage.cloud.advance(5 * minute);
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    answer = async () => accepted;
    await stage.cloud.advance(10 * minute);
    const count = sent.length;
    await stage.cloud.advance(2 * hour);
    expect(sent).toHaveLength(count);
    expect(await waiting()).toEqual([]);
  });

  test('is dropped after seven attempts', async () => {
    answer = down;
    await run();
    await stage.cloud.advance(3 * hour);
    const ids = Map.groupBy(sent, ({ id }) => id);
    expect([...ids.values()][0]).toHaveLength(7);
    expect(await waiting()).toEqual([]);
  });

  test('is dropped if mail is no longer configured', async () => {
    answer = down;
    await run();
    await stage.cloud.advance(1);
    const [first] = await waiting();
    expect(first).toBeDefined();
    const path = serverPaths.queuedMail(teamId, first ?? '');
    const queued = await stage.get(queuedMailSchema, path);
    await stage.save(path, { ...queued, dueAt: queued.createdAt });
    await sendQueuedMail({ ...stage.server, mail: null }, { teamId, id: first ?? '' });
    expect(await waiting()).not.toContain(first);
  });
});

describe('the outcome of an invite’s mail', () => {
  test('is stored in the invite', async () => {
    await mailed.invite.run();
    expect(await invite()).toMatchObject({ mailStatus: 'queued', mailProblem: '' });
    await stage.cloud.advance(1);
    expect(await invite()).toMatchObject({ mailStatus: 'sent', mailProblem: '' });
  });

  test('that arrives later is stored in the invite', async () => {
    answer = async () => ({ messageId: 'a@b', outcome: 'queued', receipt: 'mail/1' });
    await mailed.invite.run();
    await stage.cloud.advance(1);
    expect(await invite()).toMatchObject({ mailStatus: 'sent' });
    outcome = 'bounced';
    await stage.cloud.advance(minute);
    expect(await invite()).toMatchObject({ mailStatus: 'failed', mailProblem: 'Mail to it came back.' });
  });

  test('is missing if the invite was revoked before it was sent', async () => {
    die('call:inviteMember', 1);
    await quietly(mailed.invite.run);
    await stage.call('amara', 'revokeInvite', { inviteId: inviteIdOf(token) });
    await stage.cloud.advance(2 * minute);
    expect(sent).toEqual([]);
    expect(await waiting()).toEqual([]);
    expect(await invite()).toMatchObject({ status: 'revoked', mailStatus: 'queued' });
  });
});

describe('a confirmation mail', () => {
  const reach = async () => {
    const { functions } = await stage.person('lena');
    return functions.call<Record<string, unknown>>('readMailSettings', { teamId });
  };

  test('that could not be sent stores the reason until it is requested again', async () => {
    answer = () => Promise.reject(new PortError('not-found', 'No such address.'));
    await mailed.confirmation.run();
    await stage.cloud.advance(1);
    expect(await reach()).toMatchObject({
      ...{ pendingAddress: address, pendingFailure: 'The mail server takes no mail for it.' },
    });
    await stage.call('lena', 'saveMailSettings', { address, notices: true });
    expect(await reach()).toMatchObject({ pendingAddress: address, pendingFailure: null });
  });

  test('of an address removed before sending is not sent', async () => {
    die('call:saveMailSettings', 1);
    await quietly(mailed.confirmation.run);
    await stage.call('lena', 'forgetMailAddress', {});
    await stage.cloud.advance(2 * minute);
    expect(sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('of a member who has left the team is not sent', async () => {
    die('call:saveMailSettings', 1);
    await quietly(mailed.confirmation.run);
    await stage.call('amara', 'removeMember', { userId: 'lena', replacementId: 'priya' });
    expect(await waiting()).toEqual([]);
    await stage.cloud.advance(2 * minute);
    expect(sent.filter(({ to }) => to === address)).toEqual([]);
  });
});

describe('the mail of a notice', () => {
  beforeEach(takesMail);

  test('seen before sending is not sent', async () => {
    die('call:saveNotificationRules', 1);
    await quietly(mailed.notice.run);
    const [notice] = await stage.server.docs.find(query(`teams/${teamId}/notices`));
    await stage.call('kwame', 'seeNotices', { noticeIds: [notice?.id ?? ''], seen: true });
    await stage.cloud.advance(2 * minute);
    expect(sent).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('to an unknown address turns the address off', async () => {
    answer = () => Promise.reject(new PortError('not-found', 'No such address.'));
    await mailed.notice.run();
    await stage.cloud.advance(1);
    expect(await stage.get(mailSettingsSchema, serverPaths.mailSettings(teamId, 'kwame'))).toMatchObject({
      ...{ address: null, failure: 'The mail server takes no mail for it.' },
    });
  });
});
