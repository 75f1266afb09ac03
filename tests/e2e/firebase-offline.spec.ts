/** Muster on Firebase without a network, after one visit of a signed-in person. */
import { appKept } from '../endurance/offline/stage.ts';
import { expect, needsParts } from './firebase/fixtures.ts';
import { test } from './firebase/whole.ts';
import { ready } from './support.ts';

needsParts();

test('after one signed-in visit the app starts offline with the data of that visit', async ({
  muster,
  authPart,
  context,
  page,
}) => {
  await authPart.reset();
  await page.goto(`${muster.origin}/signin?way=create`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Team name').fill('Payments');
  await page.getByRole('button', { name: 'Create team' }).click();
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Payments, now' })).toBeVisible();
  await expect(page.getByText('No live incident')).toBeVisible();
  await appKept(page);

  muster.plug(false);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payments, now' })).toBeVisible();
  await expect(page.getByText('No live incident')).toBeVisible();
  await page.getByRole('link', { name: 'Runbooks' }).first().click();
  await expect(page.getByText('Not seen on this device yet')).toBeVisible();
});
