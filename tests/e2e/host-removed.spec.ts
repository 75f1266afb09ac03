/** On a host: a removed member sees nothing more of the team, in open tabs, after a reload, and by requests of a connection from before. */
import type { Page } from '@playwright/test';
import { collectionPaths, documentPaths } from '#api/paths.ts';
import { isPortError } from '#ports/errors.ts';
import { query, where } from '#ports/docs/query.ts';
import { hostMember } from '../app/host/host-member.ts';
import { openHostStage, type HostStage } from '../app/host/process.ts';
import { foundTeam, join, password } from './paging-walk.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';

const test = base.extend<{ readonly stage: HostStage }>({
  stage: async ({}, provide) => {
    const stage = await openHostStage();
    await provide(stage);
    await stage.close();
  },
});

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const title = 'Cranes stand still';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Code of the error of a rejected promise. */
const codeOf = (rejected: Promise<unknown>): Promise<string> =>
  rejected.then(
    () => 'no error',
    (error: unknown) => (isPortError(error) ? error.code : String(error)),
  );

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

test('a removed member leaves the open room at once, has no team after a reload, and can read nothing', async ({
  browser,
  stage,
}) => {
  const url = await stage.start().ready();
  const ada = await (await browser.newContext({ baseURL: url.origin })).newPage();
  const ben = await (await browser.newContext({ ...phone, baseURL: url.origin })).newPage();
  await join(ben, await foundTeam(ada, url.origin));

  const room = await test.step('both are in a room', async () => {
    await ada.goto('/declare');
    await ada.getByRole('textbox', { name: 'What is broken?' }).fill(title);
    await ada.keyboard.press('Control+Enter');
    await expect(ada).toHaveURL(/\/incidents\/\d+$/);
    await ben.goto(new URL(ada.url()).pathname);
    await expect(ben.getByRole('heading', { name: title })).toBeVisible();
    await ben.getByRole('textbox', { name: 'Comment' }).fill('Half a sentence');
    return new URL(ada.url()).pathname;
  });

  // Ben's connection of another program, with listeners.
  const stale = hostMember(url);
  await stale.auth.signIn({ kind: 'password', email: 'ben@example.com', password });
  const teamId = /^\/t\/([^/]+)\//u.exec(room)?.[1] ?? '';
  const incidents = query(collectionPaths.incidents(teamId), where('private', '==', false));
  const [incident] = (await stale.docs.find(incidents, { source: 'server' })).docs;
  const timeline = query(collectionPaths.timeline(teamId, incident?.id ?? ''));
  let shown = 0;
  const listened = new Promise<never>((_, reject) => {
    stale.docs.watchQuery(timeline, { next: ({ docs }) => (shown = docs.length), error: reject });
  });
  const listenEnd = codeOf(listened);
  await expect.poll(() => shown).toBeGreaterThan(0);

  await test.step('Ada removes Ben, whose tab leaves the room', async () => {
    await ada.goto('/settings/members');
    await ada.getByRole('button', { name: 'Actions for Ben' }).click();
    await ada.getByRole('menuitem', { name: /^Remove/ }).click();
    await ada.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
    await expect(ben.getByRole('heading', { name: 'You are no longer in this team' })).toBeVisible();
    await expect(ben.getByText(title)).toHaveCount(0);
    await expectAccessible(ben);
  });

  await test.step('the connection from before reads nothing', async () => {
    expect(await listenEnd).toBe('permission-denied');
    const server = { source: 'server' } as const;
    const { docs } = stale;
    for (const path of [
      documentPaths.team(teamId),
      documentPaths.incident(teamId, incident?.id ?? ''),
      documentPaths.member(teamId, stale.auth.currentUser()?.uid ?? ''),
    ])
      expect(await codeOf(docs.get(path, server)), path).toBe('permission-denied');
    for (const list of [incidents, timeline, query(collectionPaths.members(teamId))])
      expect(await codeOf(docs.find(list, server))).toBe('permission-denied');
    await stale.dispose();
  });

  await test.step('after a reload there is no team, at its address neither', async () => {
    await ben.reload();
    await expect(heading(ben)).toHaveText('Welcome, Ben');
    await ben.goto(room);
    await expect(heading(ben)).toHaveText('Welcome, Ben');
    await ben.context().setOffline(true);
    await expect(ben.getByText(title)).toHaveCount(0);
    await ben.context().setOffline(false);
  });

  await test.step('Ada is in the room as before', async () => {
    await ada.goto(room);
    await ready(ada);
    await expect(ada.getByRole('heading', { name: title })).toBeVisible();
  });
  for (const page of [ada, ben]) await page.context().close();
});
