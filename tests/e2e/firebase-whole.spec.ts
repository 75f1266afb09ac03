/** Muster on Firebase, all of it (`firebase/whole.ts`), in a real browser. */
import type { Page } from '@playwright/test';
import { type Alertmanager, startAlertmanager } from '../app/desk/alertmanager.ts';
import { expect, needsParts } from './firebase/fixtures.ts';
import { test } from './firebase/whole.ts';
import { needsAlertmanager } from './needs.ts';
import { inviteIn } from './invite-draft.ts';
import * as paging from './paging-walk.ts';
import { ready } from './support.ts';

needsParts();

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
}

const comment = async (page: Page, text: string) => {
  const composer = page.getByRole('textbox', { name: 'Comment' });
  await composer.fill(text);
  await composer.press('Control+Enter');
  await expect(composer).toHaveValue('');
};

test('two browsers create a team and work an incident through a lost connection', async ({
  muster,
  authPart,
  browser,
  page: desk,
}) => {
  await authPart.reset();

  await test.step('an account, a team, home', async () => {
    await desk.goto(muster.origin);
    await desk.getByRole('button', { name: 'Create an account' }).click();
    await desk.getByLabel('Your name').fill('Ada');
    await fillAccount(desk);
    await desk.getByRole('button', { name: 'Create account' }).click();
    await desk.getByLabel('Team name').fill('Payments');
    await desk.getByRole('button', { name: 'Create team' }).click();
    await ready(desk);
  });

  await test.step('an incident', async () => {
    await desk.keyboard.press('c');
    await desk.getByRole('textbox', { name: 'What is broken?' }).fill('Checkout is down');
    await desk.keyboard.press('Control+Enter');
    await expect(desk).toHaveURL(/\/incidents\/1$/);
    await expect(desk.getByRole('heading', { name: /Checkout is down/ })).toBeVisible();
    await comment(desk, 'The deploy of 08:55 looks guilty.');
  });

  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await phoneContext.newPage();

  await test.step('the same on a phone', async () => {
    await phone.goto(muster.origin);
    await fillAccount(phone);
    await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ready(phone);
    await phone
      .getByRole('link', { name: /Checkout is down/ })
      .first()
      .click();
    await expect(phone.getByText('The deploy of 08:55 looks guilty.', { exact: true })).toBeVisible();
  });

  await test.step('what one does the other sees', async () => {
    await desk.getByRole('button', { name: 'Investigate' }).click();
    await expect(
      phone
        .getByRole('listitem')
        .filter({ hasText: /changed the status from/ })
        .last(),
    ).toContainText('Investigating');
    await comment(phone, 'Rolling back.');
    await expect(desk.getByText('Rolling back.', { exact: true })).toBeVisible();
  });

  await test.step('without a connection the room can be read and written, after a reload too', async () => {
    muster.plug(false);
    await comment(desk, 'Written in the dark.');
    // The comment shows once it is stored.
    await expect(desk.getByText('Written in the dark.', { exact: true })).toBeVisible();
    await desk.reload();
    await expect(desk.getByText('Rolling back.', { exact: true })).toBeVisible();
    await expect(desk.getByText('Written in the dark.', { exact: true })).toBeVisible();
  });

  await test.step('when it is back, everything lands once', async () => {
    muster.plug(true);
    await expect(phone.getByText('Written in the dark.', { exact: true })).toBeVisible();
    await expect(phone.getByText('Written in the dark.', { exact: true })).toHaveCount(1);
    await expect(desk.getByText('Written in the dark.', { exact: true })).toHaveCount(1);
    const story = /declared this incident.*guilty.*Triage.*Rolling back.*Written in the dark/su;
    for (const page of [desk, phone]) await expect(page.getByRole('main')).toHaveText(story);
  });
  await phoneContext.close();
});

test('members join by link and by mail, a role change shows in an open screen, members leave or are removed, and the team is deleted', async ({
  muster,
  authPart,
  browser,
  page: ada,
}) => {
  await authPart.reset();
  const signUp = async (page: Page, name: string) => {
    await page.getByLabel('Your name').fill(name);
    await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
  };

  const link = await test.step('Ada founds a team and makes an invite', async () => {
    await ada.goto(`${muster.origin}/signin?way=create`);
    await signUp(ada, 'Ada');
    await ada.getByLabel('Team name').fill('Payments');
    await ada.getByRole('button', { name: 'Create team' }).click();
    await ready(ada);
    await ada.getByRole('main').getByRole('link', { name: 'Invite somebody' }).click();
    await ada.getByRole('button', { name: 'Make the invite' }).click();
    return (await ada.getByText(/^\S+\/invite#\S+$/).textContent()) ?? '';
  });

  const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const noor = await phoneContext.newPage();

  await test.step('Noor signs up on the way, and joins by a click', async () => {
    await noor.goto(link);
    await expect(noor.getByRole('heading', { level: 1 })).toHaveText('You are invited to Payments');
    await noor.getByRole('button', { name: 'Create an account' }).click();
    await signUp(noor, 'Noor');
    await noor.getByRole('button', { name: 'Join Payments as responder' }).click();
    await ready(noor);
  });

  const choose = async (name: RegExp) => {
    await ada.getByRole('button', { name: 'Actions for Noor' }).click();
    await ada.getByRole('menuitem', { name }).click();
  };

  await test.step('as a viewer she may not declare from then on', async () => {
    await ada.goto(`${muster.origin}/settings/members`);
    await choose(/^Change role/);
    await ada.getByRole('radio', { name: /^Viewer/ }).click();
    await ada.getByRole('button', { name: 'Save role' }).click();
    await expect(
      noor.getByRole('main').getByRole('button', { name: 'Declare incident' }),
    ).toHaveAccessibleDescription(/Only responders may declare incidents/);
  });

  await test.step('removed, she leaves the team’s screens, and its address is refused', async () => {
    const address = noor.url();
    await choose(/^Remove/);
    await ada.getByRole('button', { name: 'Remove member' }).click();
    await expect(noor.getByRole('heading', { name: 'You are no longer in this team' })).toBeVisible();
    await noor.getByRole('button', { name: 'Go on to Muster' }).click();
    await noor.goto(address);
    await expect(noor.getByRole('heading', { level: 1 })).toHaveText('Welcome, Noor');
  });

  const olaContext = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const ola = await olaContext.newPage();

  await test.step('Ola joins by a mail to her address', async () => {
    await ada.goto(`${muster.origin}/settings/invites`);
    await ada.getByLabel('Mail address').fill('ola@example.com');
    await ada.getByRole('button', { name: 'Make the invite' }).click();
    const draft = inviteIn(await ada.getByRole('link', { name: 'Write the mail' }).getAttribute('href'));
    expect(draft.to).toBe('ola@example.com');
    await ola.goto(draft.link);
    await expect(ola.getByText(/^Ada invites you as a responder/)).toBeVisible();
    await ola.getByRole('button', { name: 'Sign in' }).click();
    await ola.getByRole('button', { name: /link/i }).click();
    await ola.getByLabel('Email').fill('ola@example.com');
    await ola.getByRole('button', { name: 'Send the link' }).click();
    await expect(ola.getByText(/A link is on its way to ola@example.com/)).toBeVisible();
    const mail = (await authPart.inbox()).find(({ to }) => to === 'ola@example.com');
    await ola.goto(mail?.action ?? '');
    await ola.getByRole('button', { name: 'Sign in', exact: true }).click();
    await ola.getByLabel('Your name').fill('Ola');
    await ola.getByRole('button', { name: 'Join Payments as responder' }).click();
    await ready(ola);
  });

  await test.step('she leaves, and comes back by a link', async () => {
    await ola.goto(`${muster.origin}/settings/members`);
    await ola.getByRole('button', { name: /^Leave Payments/ }).click();
    await ola.getByRole('button', { name: 'Leave team' }).click();
    await expect(ola.getByRole('heading', { name: 'You are no longer in this team' })).toBeVisible();
    await ada.getByRole('button', { name: 'I have passed it on' }).click();
    await ada.getByRole('button', { name: 'Make the invite' }).click();
    await ola.goto((await ada.getByText(/^\S+\/invite#\S+$/).textContent()) ?? '');
    await ola.getByRole('button', { name: 'Join Payments as responder' }).click();
    await ready(ola);
  });

  await test.step('the team is deleted: it is closed on every screen, and its owner can restore it', async () => {
    await ada.goto(`${muster.origin}/settings/danger`);
    await ada.getByRole('button', { name: /^Delete Payments/ }).click();
    const dialog = ada.getByRole('dialog', { name: 'Delete Payments?' });
    await dialog.getByRole('textbox').fill('Payments');
    await dialog.getByRole('button', { name: 'Delete team' }).click();
    for (const page of [ada, ola])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments was deleted');
    await expect(ada.getByRole('button', { name: /^Restore/ })).toBeVisible();
    await expect(ola.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  });
  await olaContext.close();
  await phoneContext.close();
});

test.describe('with an Alertmanager', () => {
  needsAlertmanager(test);

  test('an empty account connects an Alertmanager, and a second person acknowledges on a phone', async ({
    muster,
    authPart,
    browser,
    page: ada,
  }) => {
    await authPart.reset();
    const phoneContext = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const ben = await phoneContext.newPage();
    const link = await paging.foundTeam(ada, muster.origin);
    await paging.join(ben, link);
    const config = await paging.setUpPaging(ada, muster.origin);
    let alertmanager: Alertmanager | undefined;
    try {
      alertmanager = await startAlertmanager(paging.eager(config).replace(muster.origin, muster.senders));
      await paging.acknowledgeOnPhone(ada, ben, alertmanager);
    } finally {
      await alertmanager?.close();
    }
    await phoneContext.close();
  });
});
