/** A team from its founding to its deletion, through screens only: three browsers on a shared cloud, invited by a mail of its owner and by QR code. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Locator, Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import { inviteIdOf, inviteTokenBytes, inviteTokenFrom } from '#api/invite-token.ts';
import { seededRandom } from '#provider-kit/random.ts';
import { sharedBuild } from '#tools/shared-builds.ts';
import { linkIn, openMailServer } from '../app/desk/mail-server.ts';
import { deskMember, keptServer, openProgram } from '../app/desk/process.ts';
import { freePort } from '../free-port.ts';
import { type InviteDraft, inviteIn } from './invite-draft.ts';
import { expect, expectAccessible, mainNav, ready, test } from './support.ts';

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const gone = (page: Page) => page.getByRole('heading', { name: 'You are no longer in this team' });
const members = (page: Page) => page.getByRole('list', { name: 'Members' });
const password = 'correct horse battery';

async function openBrowser(browser: Browser, url: URL, device: object = {}): Promise<Page> {
  const context = await browser.newContext({ ...device, baseURL: url.origin });
  return context.newPage();
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Email').fill(`${name.toLowerCase()}@example.com`);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

/** Creates an invite, and returns its link as shown, as the QR code and as the draft of a mail hold it. */
async function invite(
  page: Page,
  role: string,
  address = '',
): Promise<{ readonly link: string; readonly code: string; readonly draft: InviteDraft }> {
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: role }).click();
  await page.getByLabel('Mail address').fill(address);
  await page.getByRole('button', { name: 'Make the invite' }).click();
  const link = await page.getByText(/^\S+\/invite#\S+$/).textContent();
  const draft = inviteIn(await page.getByRole('link', { name: 'Write the mail' }).getAttribute('href'));
  expect(draft.to).toBe(address);
  const code = await readQr(page.getByRole('img', { name: 'QR code of the invite' }));
  await page.getByRole('button', { name: 'I have passed it on' }).click();
  return { link: link ?? '', code, draft };
}

/** Content of a QR code, which is drawn as rectangles of whole modules. */
async function readQr(image: Locator): Promise<string> {
  const drawn = await image.evaluate((svg) => ({
    size: Number(svg.getAttribute('viewBox')?.split(' ').at(-1)),
    runs: svg.querySelector('path')?.getAttribute('d') ?? '',
  }));
  const scale = 4;
  const width = drawn.size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, end] of drawn.runs.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      const from = (row * width + Number(x) * scale) * 4;
      for (let at = from; at < from + Number(end) * scale * 4; at += 4) data.fill(0, at, at + 3);
    }
  return decodeQr({ width, height: width, data });
}

/** Stored data of this page's origin: databases and local storage, as text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const texts: unknown[] = [Object.values(localStorage)];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames)
        texts.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(texts);
  });

async function choose(page: Page, name: string, action: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function successor(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Who takes over/ }).click();
  await page.getByRole('option', { name }).click();
}

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('a team is created, joined by two invites, changed, left, grown to thirty members, and deleted', async ({
  browser,
  complaints,
}, info) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'muster-team-data-'));
  const program = await openProgram(await keptServer(), (await sharedBuild('embedded')).dir);
  const mails = await openMailServer();
  const mail = ['--smtp', `smtp://127.0.0.1:${mails.port}`];
  const desk = program.run('--data', folder, '--port', String(await freePort()), ...mail);
  const url = await desk.ready();
  const ada = await openBrowser(browser, url);
  const noor = await openBrowser(browser, url, phone);
  const ola = await openBrowser(browser, url);
  const measured = async (what: string, run: () => Promise<void>) => {
    const from = performance.now();
    await run();
    info.annotations.push({ type: what, description: `${Math.round(performance.now() - from)} ms` });
  };

  await test.step('Ada founds a team, and is alone in it', async () => {
    await ada.goto('/signin?way=create');
    await signUp(ada, 'Ada');
    await ada.getByLabel('Team name').fill('Harbour');
    await ada.getByRole('button', { name: 'Create team' }).click();
    await ready(ada);
    await expect(ada.getByText('You are the only one in Harbour')).toBeVisible();
    await ada.getByRole('main').getByRole('link', { name: 'Invite somebody' }).click();
    await expectAccessible(ada);
  });

  const first = await invite(ada, 'Responder', 'noor@example.com');
  const second = await invite(ada, 'Viewer');

  await test.step('Noor joins on a phone by the mail that the desk sends for Ada, and signs up by a link to her address', async () => {
    expect(first.draft.subject).toBe('Ada invites you to Harbour on Muster');
    const invited = linkIn(await mails.mailTo('noor@example.com', 'invites you to Harbour'));
    expect(invited).toBe(first.draft.link);
    await noor.goto(invited);
    await expect(heading(noor)).toHaveText('You are invited to Harbour');
    await expect(noor.getByText(/^Ada invites you as a responder/)).toBeVisible();
    await expectAccessible(noor);
    await noor.getByRole('button', { name: 'Sign in' }).click();
    await noor.getByRole('button', { name: /link/i }).click();
    await noor.getByLabel('Email').fill('noor@example.com');
    await noor.getByRole('button', { name: 'Send the link' }).click();
    await noor.goto(linkIn(await mails.mailTo('noor@example.com', 'sign-in link')));
    await noor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(heading(noor)).toHaveText('You are invited to Harbour');
    await expectAccessible(noor);
    await noor.getByLabel('Your name').fill('Noor');
    await noor.getByRole('button', { name: 'Join Harbour as responder' }).click();
    await ready(noor);
    expect(new URL(noor.url()).hash).toBe('');
  });

  await test.step('Ola, signed in already, joins by the QR code', async () => {
    await ola.goto('/signin?way=create');
    await signUp(ola, 'Ola');
    await expect(heading(ola)).toHaveText('Welcome, Ola');
    expect(second.code).toBe(second.link);
    await ola.goto(second.code);
    await ola.getByRole('button', { name: 'Join Harbour as viewer' }).click();
    await ready(ola);
  });

  await test.step('a link is good for one person', async () => {
    await ada.goto(first.link);
    await expect(heading(ada)).toHaveText('This invite can’t be used');
    await ada.getByRole('link', { name: 'Open Muster' }).click();
    await ready(ada);
  });

  await test.step('a role changes in the open screen of its person', async () => {
    const declare = ola.getByRole('main').getByRole('button', { name: 'Declare incident' });
    await expect(declare).toHaveAccessibleDescription(/Only responders may declare incidents/);
    await ada.goto('/settings/members');
    await expect(members(ada).getByRole('listitem')).toHaveCount(3);
    await expectAccessible(ada);
    await choose(ada, 'Ola', /^Change role/);
    await ada.getByRole('radio', { name: /^Responder/ }).click();
    await measured('role takes effect', async () => {
      await ada.getByRole('button', { name: 'Save role' }).click();
      await expect(ola.getByRole('main').getByRole('link', { name: 'Declare incident' })).toBeVisible();
    });
  });

  const room = await test.step('Noor commands an incident, in two tabs', async () => {
    await noor.goto('/declare');
    await noor.getByRole('textbox', { name: 'What is broken?' }).fill('Cranes stand still');
    await noor.keyboard.press('Control+Enter');
    await expect(noor).toHaveURL(/\/incidents\/1$/);
    await noor.getByRole('textbox', { name: 'Comment' }).fill('Half a sentence');
    const tab = await noor.context().newPage();
    await tab.goto('/incidents');
    await expect(tab.getByText('Cranes stand still')).toBeVisible();
    await expect.poll(() => kept(noor)).toContain('Cranes stand still');
    return { tab, address: new URL(noor.url()).pathname };
  });

  await test.step('she is removed: what she holds is shown and goes to Ola, every tab leaves at once', async () => {
    await choose(ada, 'Noor', /^Remove/);
    const dialog = ada.getByRole('dialog', { name: /^Remove Noor/ });
    await expect(dialog.getByText('Commander of #1')).toBeVisible();
    await expectAccessible(ada);
    await successor(ada, 'Ola');
    await measured('every tab leaves', async () => {
      await dialog.getByRole('button', { name: 'Remove member' }).click();
      await Promise.all([noor, room.tab].map((page) => expect(gone(page)).toBeVisible()));
    });
    await expect(members(ada).getByRole('listitem')).toHaveCount(2);
    for (const page of [noor, room.tab]) await expect(page.getByText('Cranes stand still')).toHaveCount(0);
    await expectAccessible(noor);
  });

  await test.step('this browser keeps nothing of the team, and the team’s address is refused', async () => {
    await noor.getByRole('button', { name: 'Go on to Muster' }).click();
    await expect(heading(noor)).toHaveText('Welcome, Noor');
    const left = await kept(noor);
    expect(left).not.toContain('Cranes stand still');
    expect(left).not.toContain('Half a sentence');
    await room.tab.close();
    await noor.goto(room.address);
    await expect(heading(noor)).toHaveText('Welcome, Noor');
    await noor.context().setOffline(true);
    await expect(noor.getByText('Cranes stand still')).toHaveCount(0);
    await noor.context().setOffline(false);
  });

  await test.step('Ola commands now, and leaves: Ada takes over', async () => {
    await ola.goto('/incidents/1');
    await expect(ola.getByRole('heading', { name: /Cranes stand still/ })).toBeVisible();
    await ola.goto('/settings/members');
    await ola.getByRole('button', { name: /^Leave Harbour/ }).click();
    await expect(ola.getByText('Commander of #1')).toBeVisible();
    await successor(ola, 'Ada');
    await ola.getByRole('button', { name: 'Leave team' }).click();
    await expect(gone(ola)).toBeVisible();
    await expect(members(ada).getByRole('listitem')).toHaveCount(1);
    await expect(ada.getByRole('button', { name: /^Leave Harbour/ })).toHaveAccessibleDescription(
      /last owner/,
    );
    await mainNav(ada).getByRole('link', { name: 'Home', exact: true }).click();
    await expect(ada.getByText('You are the only one in Harbour')).toBeVisible();
  });

  await test.step('twenty-nine more join by a script, each by an invite of their own', async () => {
    const from = performance.now();
    const owner = deskMember(url);
    await owner.auth.signIn({ kind: 'password', email: 'ada@example.com', password });
    const teamId = new URL(ada.url()).pathname.split('/')[2] ?? '';
    const random = seededRandom('thirty');
    for (let n = 2; n <= 30; n++) {
      const token = inviteTokenFrom(Uint8Array.from({ length: inviteTokenBytes }, () => random.integer(256)));
      const invited = { role: n % 3 === 0 ? 'viewer' : 'responder', note: '', address: null, days: 7 };
      await owner.functions.call('inviteMember', {
        ...invited,
        teamId,
        commandId: `invite-${n}`,
        inviteId: inviteIdOf(token),
      });
      const member = deskMember(url);
      await member.auth.createUser({ email: `member${n}@example.com`, password });
      await member.functions.call('acceptInvite', {
        teamId,
        commandId: `accept-${n}`,
        token,
        displayName: `Member ${n}`,
      });
      await member.dispose();
    }
    await owner.dispose();
    info.annotations.push({
      type: 'thirty members',
      description: `${Math.round(performance.now() - from)} ms`,
    });
    await ada.goto('/settings/members');
    await expect(members(ada).getByRole('listitem').first()).toHaveAttribute('aria-setsize', '30');
    await ada.getByRole('textbox', { name: 'Find a member' }).fill('Member 17');
    await expect(members(ada).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('the team is deleted: it is closed on every screen, and its owner can restore it', async () => {
    await ada.goto('/settings/invites');
    const { link } = await invite(ada, 'Responder');
    await ola.goto(link);
    await ola.getByRole('button', { name: 'Join Harbour as responder' }).click();
    await ready(ola);
    await ada.goto('/settings/danger');
    await ada.getByRole('button', { name: /^Delete Harbour/ }).click();
    const dialog = ada.getByRole('dialog', { name: 'Delete Harbour?' });
    await dialog.getByRole('textbox').fill('Harbour');
    await measured('every screen of the deleted team closes', async () => {
      await dialog.getByRole('button', { name: 'Delete team' }).click();
      for (const page of [ada, ola]) await expect(heading(page)).toHaveText('Harbour was deleted');
    });
    await expectAccessible(ada);
    await expect(ada.getByRole('button', { name: /^Restore/ })).toBeVisible();
    await expect(ola.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
  });

  for (const page of [ada, noor, ola]) await page.context().close();
  desk.child.kill('SIGTERM');
  expect(await desk.ended).toBe(0);
  mails.close();
  await program.close();
  await rm(folder, { recursive: true });
  expect(complaints).toEqual([]);
});
