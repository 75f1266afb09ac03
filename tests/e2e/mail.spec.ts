/**
 * A second person is paged by mail and acknowledges from it: on a host from an empty account, and on a desk where the first one's push
 * falls silent.
 */
import type { Browser, Page } from '@playwright/test';
import { demoEmail, demoPassword } from '#demo/accounts.ts';
import { startAlertmanager } from '../app/desk/alertmanager.ts';
import { freePort } from '../free-port.ts';
import { deskPerson } from '../app/desk/desk-person.ts';
import { enableIn } from '../app/desk/firefox-app.ts';
import { openHostStage, type HostStage } from '../app/host/process.ts';
import { type SmtpReceiver, startSmtpReceiver } from '../contracts/mail/smtp-receiver.fixture.ts';
import type { ReceivedMail } from '../contracts/mail/mail.contract.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { needsAlertmanager, needsFirefox } from './needs.ts';
import { alarm, eager, foundTeam, join, setUpPaging } from './paging-walk.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';

interface MailFixtures {
  readonly host: HostStage;
  readonly mails: SmtpReceiver;
}

const test = base.extend<MailFixtures & DeskFixtures>({
  ...deskFixtures,
  host: async ({}, provide) => {
    const stage = await openHostStage();
    await provide(stage);
    await stage.close();
  },
  mails: async ({}, provide) => {
    const receiver = await startSmtpReceiver();
    await provide(receiver);
    await receiver.stop();
  },
});
needsAlertmanager(test);

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true } as const;
const summary = 'One in five orders fails';
const panel = (page: Page) => page.getByRole('region', { name: 'Mail', exact: true });

async function mailWith(mails: SmtpReceiver, to: string, subject: RegExp): Promise<ReceivedMail> {
  const find = () => mails.received.find((one) => one.to === to && subject.test(one.subject));
  await expect.poll(() => find()?.subject).toMatch(subject);
  return find() ?? Promise.reject(new Error('No mail came.'));
}

const linkIn = ({ text }: ReceivedMail): string => /https?:\/\/\S+\/in\/mail\/\S+/u.exec(text)?.[0] ?? '';

/** Enters an address on the person's own screen, and confirms it where its mail is read: nobody is signed in there. */
async function takeMail(browser: Browser, person: Page, mails: SmtpReceiver, address: string): Promise<Page> {
  await person.goto('/me');
  await panel(person).getByRole('textbox').fill(address);
  await panel(person).getByRole('button', { name: 'Use this address' }).click();
  await expect(panel(person).getByText(`A link was sent to ${address}`)).toBeVisible();
  const mailbox = await (await browser.newContext(phone)).newPage();
  await mailbox.goto(linkIn(await mailWith(mails, address, /^Confirm/u)));
  await expectAccessible(mailbox);
  await mailbox.getByRole('button', { name: 'Confirm' }).click();
  await expect(mailbox.getByRole('heading', { name: 'Address confirmed' })).toBeVisible();
  await person.reload();
  await expect(panel(person).getByText(`Pages come to ${address}`)).toBeVisible();
  await expectAccessible(person);
  return mailbox;
}

/** A look changes nothing; a press acknowledges. */
async function acknowledgeIn(
  mailbox: Page,
  { link, alarmed }: { readonly link: string; readonly alarmed: Page },
) {
  await mailbox.goto(link);
  await expect(mailbox.getByRole('heading', { name: summary })).toBeVisible();
  await expectAccessible(mailbox);
  await expect(alarm(alarmed)).toBeVisible();
  await mailbox.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(mailbox.getByRole('heading', { name: 'It is yours' })).toBeVisible();
  await expect(alarm(alarmed)).toBeHidden();
}

test('a host pages a second person by mail while Muster is closed, and the link in the mail acknowledges', async ({
  browser,
  host: stage,
  mails,
}) => {
  // Links have the port.
  const port = ['--port', String(await freePort())];
  const host = stage.start(...port, '--smtp', mails.url, '--from', 'Muster <muster@example.com>');
  const url = await host.ready();
  const ada = await (await browser.newContext({ baseURL: url.origin })).newPage();
  const ben = await (await browser.newContext({ ...phone, baseURL: url.origin })).newPage();
  await join(ben, await foundTeam(ada, url.origin));
  const address = 'ben.pages@example.com';
  const mailbox = await takeMail(browser, ben, mails, address);
  await ben.context().close();
  const alertmanager = await startAlertmanager(eager(await setUpPaging(ada, url.origin)));
  try {
    await alertmanager.fire({ labels: { alertname: 'OrdersFailing', severity: 'critical' }, summary });
    await expect(alarm(ada)).toContainText(summary);
    const mail = await mailWith(mails, address, /orders/u);
    expect(mail.text.split('\n')[0]).toMatch(/Acknowledge within \d+ min/u);
    expect(mail.headers).not.toHaveProperty('list-unsubscribe');
    expect(mail.headers['in-reply-to']).toMatch(/@example\.com>$/u);
    await acknowledgeIn(mailbox, { link: linkIn(mail), alarmed: ada });
    await mailbox.goto(linkIn(mail));
    await expect(mailbox.getByText('You have acknowledged it.')).toBeVisible();
  } finally {
    await alertmanager.close();
  }
  expect(host.said()).not.toContain(new URL(linkIn(mails.received.at(-1) ?? never())).pathname);
  for (const page of [ada, mailbox]) await page.context().close();
});

const never = (): never => {
  throw new Error('No mail came.');
};

test.describe('on a desk', () => {
  needsFirefox(test);
  test('an acknowledgement from a mail removes the notification of the other recipient', async ({
    browser,
    stage,
    firefox,
    mails,
  }) => {
    const desk = stage.start('--smtp', mails.url, '--from', 'muster@example.com');
    const url = await desk.ready();
    await enableIn(firefox, url, 'priya');
    await firefox.goto('about:blank');
    const titles = async () => (await firefox.alerts()).map(({ title }) => title);
    const lena = await enterAs(browser, url, 'lena');
    const address = 'lena.pages@example.com';
    const mailbox = await takeMail(browser, lena, mails, address);
    const diego = await deskPerson(url, 'diego');
    await diego.declare(summary, ['priya', 'lena']);
    await expect.poll(titles).toEqual([expect.stringContaining(summary)]);
    const mail = await mailWith(mails, address, /orders/u);
    await acknowledgeIn(mailbox, { link: linkIn(mail), alarmed: lena });
    await expect.poll(titles).not.toContainEqual(expect.stringContaining(summary));
    await diego.dispose();
    for (const page of [lena, mailbox]) await page.context().close();
  });
});

async function enterAs(browser: Browser, url: URL, id: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: url.origin })).newPage();
  await page.goto('/signin');
  await page.getByLabel('Email').fill(demoEmail({ id }));
  await page.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await ready(page);
  return page;
}
