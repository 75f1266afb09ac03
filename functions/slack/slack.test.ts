import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleAlerts } from '#demo/alerts.ts';
import { auditEntrySchema } from '#domain/audit/schema.ts';
import { incidentSchema } from '#domain/incident/schema.ts';
import { sentenceOf } from '#domain/timeline/labels.ts';
import { timelineEventSchema } from '#domain/timeline/schema.ts';
import { createFunctions } from '#functions/index.ts';
import { transact } from '#functions/kernel/unit-of-work.ts';
import { slackMemberOf } from '#functions/slack/slack-member.ts';
import { pageSchema } from '#domain/page/schema.ts';

import { collectionPaths, documentPaths } from '#api/paths.ts';
import { demoKeys } from '#tests/app/functions/demo-keys.ts';
import { teamId } from '#tests/app/functions/stage.ts';
import { SlackStage } from '#tests/app/functions/slack-stage.ts';

let slack: SlackStage;
beforeEach(async () => {
  slack = await SlackStage.open();
});
afterEach(() => slack.close());

const incidents = () => slack.app.all(incidentSchema, collectionPaths.incidents(teamId));
const declareFor = async (who: string, isPrivate = false) =>
  slack.app.call('diego', 'declareIncident', {
    ...{ title: 'Checkout <fails>', severity: 'SEV2', serviceIds: [], private: isPrivate, alertId: null },
    page: [{ kind: 'people', userIds: [who] }],
  });

describe('a linked member', () => {
  beforeEach(async () => {
    await slack.connect();
    await slack.link('lena');
  });

  test('declares an incident and pages by a policy, and the audit names Slack', async () => {
    const answer = await slack.say('lena', 'declare SEV1 Payments &amp; checkout fail --service checkout');
    expect(answer.response_type).toBe('ephemeral');
    expect(answer.text).toContain('You have declared <https://muster.test/t/');
    const incident = (await incidents()).find(({ title }) => title === 'Payments & checkout fail');
    expect(incident).toMatchObject({ severity: 'SEV1', createdBy: 'lena', private: false });
    expect(incident?.serviceIds).toHaveLength(1);
    const entries = await slack.app.all(auditEntrySchema, collectionPaths.audit(teamId));
    const entry = entries.find(
      ({ command, createdBy }) => command === 'declareIncident' && createdBy === 'lena',
    );
    expect(entry?.byName).toMatch(/^Slack \(Lena/u);
  });

  test('acknowledges the waiting page once', async () => {
    const { pageIds } = await declareFor('lena');
    await slack.app.cloud.advance(1);
    expect(await slack.say('lena', 'ack')).toMatchObject({
      response_type: 'ephemeral',
      text: expect.stringContaining('It is yours: <https://muster.test/'),
    });
    const page = await slack.app.page(pageIds[0] ?? '');
    expect(page).toMatchObject({ status: 'acknowledged', acknowledgements: [{ userId: 'lena' }] });
    expect((await slack.say('lena', 'ack')).text).toBe('No page waits for you.');
  });

  test('acknowledges by an incident’s number and by a button', async () => {
    const first = await declareFor('lena');
    const second = await declareFor('lena');
    await slack.app.cloud.advance(1);
    const several = await slack.say('lena', 'ack');
    expect(several.blocks?.filter(({ type }) => type === 'actions')).toHaveLength(2);
    expect(JSON.stringify(several)).toContain('Checkout &lt;fails&gt;');
    await slack.say('lena', `ack ${first.number}`);
    expect((await slack.app.page(first.pageIds[0] ?? '')).status).toBe('acknowledged');
    const pressed = await slack.press('lena', 'ack_incident', second.incidentId);
    expect(pressed).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect((await slack.app.page(second.pageIds[0] ?? '')).status).toBe('acknowledged');
  });

  test('sees the open alerts, acknowledges one and declares from another by buttons', async () => {
    for (const { request } of sampleAlerts(slack.app.cloud.clock.now())) {
      const { path, body } = request(demoKeys);
      await slack.app.http(path, body);
    }
    const listed = await slack.say('lena', 'alerts');
    const values = (listed.blocks ?? []).flatMap(({ elements = [] }) => elements);
    const buttons = values.filter(({ action_id }) => action_id === 'ack_alert');
    expect(buttons.length).toBeGreaterThan(1);
    const [first = '', second = ''] = buttons.map(({ value }) => value);
    expect((await slack.press('lena', 'ack_alert', first))?.text).toBe('You have acknowledged the alert.');
    expect(await slack.app.alert(first)).toMatchObject({ acknowledgedBy: 'lena' });
    expect((await slack.press('lena', 'declare_alert', second))?.text).toContain('You have declared');
    const { incidentId } = await slack.app.alert(second);
    expect((await slack.app.incident(incidentId ?? '')).createdBy).toBe('lena');
    expect((await slack.press('lena', 'declare_alert', second))?.text).toContain('belongs to an incident');
  });

  test('sees who is on call', async () => {
    const { text } = await slack.say('lena', 'oncall');
    expect(text).toMatch(/^\*.+\*: /u);
    expect((await slack.say('lena', 'oncall nothing like it')).text).toContain('There is no schedule');
  });

  test('can neither see nor change private incidents', async () => {
    const { number, incidentId, pageIds } = await declareFor('lena', true);
    await slack.app.cloud.advance(1);
    expect((await slack.say('lena', 'ack')).text).toBe('No page waits for you.');
    expect((await slack.say('lena', `ack ${number}`)).text).toContain(`no incident ${number}`);
    const unknown = await slack.press('lena', 'ack_incident', 'no-such-incident');
    expect(await slack.press('lena', 'ack_incident', incidentId)).toEqual(unknown);
    expect(await slack.press('lena', 'ack_page', pageIds[0] ?? '')).toEqual(unknown);
    expect((await slack.app.page(pageIds[0] ?? '')).status).toBe('notifying');
  });

  test('can’t answer a drill', async () => {
    const { messaging } = await slack.app.person('lena');
    const { id: registration } = await messaging.register({ ask: true });
    await slack.app.call('lena', 'registerDevice', {
      deviceId: 'laptop',
      registration,
      label: '',
      userAgent: '',
    });
    await slack.app.call('amara', 'drillMember', { userId: 'lena' });
    await slack.app.cloud.advance(1);
    const pages = await slack.app.all(pageSchema, collectionPaths.pages(teamId));
    const drill = pages.find(({ subject, status }) => subject.kind === 'drill' && status === 'notifying');
    expect(drill?.waitingFor).toEqual(['lena']);
    expect((await slack.say('lena', 'ack')).text).toBe('No page waits for you.');
    const pressed = await slack.press('lena', 'ack_page', drill?.id ?? '');
    expect(pressed?.text).toContain('Answer a drill where it was sent');
    expect((await slack.app.page(drill?.id ?? '')).status).toBe('notifying');
  });

  test('gets an answer at once and the result at the response address', async () => {
    const sent = slack.messages.length;
    const before = (await incidents()).length;
    const { status, body } = await slack.post(slack.body('lena', 'declare Slow'));
    expect({ status, ...JSON.parse(body) }).toMatchObject({
      ...{ status: 200, response_type: 'ephemeral' },
      text: 'Muster is working on it. The answer comes here.',
    });
    expect(await incidents()).toHaveLength(before);
    await slack.app.cloud.advance(1);
    expect(await incidents()).toHaveLength(before + 1);
    expect(slack.messages.slice(sent)).toMatchObject([
      { text: expect.stringContaining('You have declared') },
    ]);
  });

  test('gets the result in the answer without a response address', async () => {
    const { body } = await slack.post(
      slack.body('lena', 'declare Direct', { response_url: 'https://evil.test/' }),
    );
    expect(JSON.parse(body).text).toContain('You have declared');
  });

  test('declares nothing twice with a repeated request', async () => {
    const before = (await incidents()).length;
    const sent = slack.messages.length;
    const body = slack.body('lena', 'declare Replayed');
    const first = await slack.post(body);
    const again = await slack.post(body);
    expect(JSON.parse(again.body)).toEqual(JSON.parse(first.body));
    await slack.app.cloud.advance(1);
    expect(await incidents()).toHaveLength(before + 1);
    expect(slack.messages).toHaveLength(sent + 1);
  });

  test('gets the same acknowledgement when the task runs twice', async () => {
    const { pageIds } = await declareFor('lena');
    await slack.app.cloud.advance(1);
    const askedAt = slack.app.cloud.clock.now();
    const task = {
      ...{
        teamId,
        slackUser: 'T1/LENA',
        asked: { kind: 'ack', incident: null },
        commandId: 'of-the-task',
        askedAt,
      },
      answerTo: 'https://hooks.slack.com/commands/1/2',
    };
    const run = () => createFunctions().tasks['answerSlack']?.(task, slack.app.server);
    await run();
    expect((await slack.app.page(pageIds[0] ?? '')).status).toBe('acknowledged');
    await run();
    expect(slack.messages.at(-1)?.text).toBe('You have acknowledged it.');
  });

  test('changes nothing when the task is too late for an answer', async () => {
    await declareFor('lena');
    await slack.app.cloud.advance(1);
    const before = slack.app.stored();
    const sent = slack.messages.length;
    const task = {
      ...{ teamId, slackUser: 'T1/LENA', asked: { kind: 'ack', incident: null }, commandId: 'late' },
      ...{
        askedAt: slack.app.cloud.clock.now() - 31 * 60_000,
        answerTo: 'https://hooks.slack.com/commands/1/2',
      },
    };
    await createFunctions().tasks['answerSlack']?.(task, slack.app.server);
    expect(slack.app.stored()).toBe(before);
    expect(slack.messages).toHaveLength(sent);
  });

  test('is shown in the timeline as acting from Slack', async () => {
    await slack.say('lena', 'declare From a room');
    const incident = (await incidents()).find(({ title }) => title === 'From a room');
    const path = collectionPaths.timeline(teamId, incident?.id ?? '');
    const [declared] = await slack.app.all(timelineEventSchema, path);
    expect(declared).toMatchObject({ kind: 'declared', createdBy: 'lena', viaSlack: true });
    expect(declared && sentenceOf(declared)).toContainEqual({ kind: 'text', text: ' (from Slack)' });
  });

  test('without permission is told the reason', async () => {
    await slack.link('tom');
    const before = slack.app.stored();
    expect((await slack.say('tom', 'declare Nothing')).text).toMatch(/viewer|responder/iu);
    expect(slack.app.stored()).toBe(before);
  });

  test('who has left, unlinked or signed out everywhere gets an explanation and runs no command', async () => {
    await slack.app.call('lena', 'linkSlackUser', { digest: null });
    expect((await slack.say('lena', 'ack')).text).toContain('Link Slack');
    await slack.link('lena');
    await slack.app.cloud.advance(5_000);
    await slack.app.signOutEverywhere('lena');
    expect((await slack.say('lena', 'declare Nothing')).text).toContain('signed out everywhere');
    await slack.link('kwame');
    await slack.app.call('amara', 'removeMember', { userId: 'kwame', replacementId: 'lena' });
    expect((await slack.say('kwame', 'declare Nothing')).text).toContain('Link Slack');
  });

  test('whose link or team’s Slack ends after a request was accepted runs no command', async () => {
    const { server } = slack.app;
    const acting = async () => {
      const { program, userId } = await slackMemberOf(server, teamId, 'T1/LENA');
      return () => transact(server, (work) => program.require(work, userId));
    };
    const linked = await acting();
    expect(await linked()).toMatchObject({ audited: 'Slack' });
    await slack.app.call('lena', 'linkSlackUser', { digest: null });
    await expect(linked()).rejects.toMatchObject({ code: 'unauthenticated' });
    await slack.link('lena');
    const connected = await acting();
    await server.docs.batch([{ type: 'delete', path: documentPaths.slackApp(teamId, teamId) }]);
    await expect(connected()).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('above the rate limit is told so', async () => {
    let last = '';
    for (let count = 0; count < 31; count++) last = (await slack.say('lena', 'help')).text;
    expect(last).toContain('too much at once');
  });
});
