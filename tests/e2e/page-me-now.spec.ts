/**
 * From an empty account to a page on a second device, through screens only, on a shared cloud: every click and every field that is
 * filled in counts. The list is in docs/testing.md.
 */
import type { Locator, Page } from '@playwright/test';
import { PushReceiver } from '#adapters/embedded-node/push-receiver.fixture.ts';
import { wholeChromium } from './chromium.ts';
import { type DeskFixtures, deskFixtures } from './desk-fixtures.ts';
import { expect, expectAccessible, ready, test as base } from './support.ts';

const test = base.extend<DeskFixtures>(deskFixtures);

test.use({ launchOptions: wholeChromium });
const password = 'correct horse battery';
const most = 25;

/** Log of a person's clicks and fields. */
class Walk {
  readonly done: string[] = [];

  async click(what: string, target: Locator): Promise<void> {
    await target.click();
    this.done.push(`click ${what}`);
  }

  async fill(what: string, target: Locator, text: string): Promise<void> {
    await target.fill(text);
    this.done.push(`fill in ${what}`);
  }
}

test('an empty account is paged on a second device after at most 25 clicks and fields', async ({
  browser,
  stage,
}, info) => {
  const url = await stage.start().ready();
  const desk = await (await browser.newContext({ baseURL: url.origin })).newPage();
  const phone = await openPhone();
  const walk = new Walk();
  const button = (name: string, on: Page = desk) => on.getByRole('button', { name, exact: true });
  const field = (name: string, on: Page = desk) => on.getByRole('textbox', { name, exact: true });
  const setUp = desk.getByRole('list', { name: 'Set up the team' });
  const begin = (name: string) => walk.click(name, setUp.getByRole('link', { name }));

  await test.step('an account and a team', async () => {
    await desk.goto('/signin?way=create');
    await walk.fill('your name', field('Your name'), 'Ada');
    await walk.fill('email', field('Email'), 'ada@example.com');
    await walk.fill('password', field('Password'), password);
    await walk.click('Create account', button('Create account'));
    await walk.fill('team name', field('Team name'), 'Harbour');
    await walk.click('Create team', button('Create team'));
    await ready(desk);
    await expect(setUp).toBeVisible();
    await expectAccessible(desk);
  });

  await test.step('a rota and a policy from their samples, a service, a key', async () => {
    await begin('Add a schedule');
    await walk.click('Add schedule', button('Add schedule'));
    await begin('Add an escalation policy');
    await walk.click('Add policy', button('Add policy'));
    await begin('Add a service with a policy');
    await walk.fill('service name', field('Name'), 'Checkout');
    await walk.click('Add service', button('Add service'));
    await begin('Add an integration');
    await walk.click('Make the key', button('Make the key'));
    await walk.click('I have copied it', button('I have copied it'));
  });

  await test.step('the phone joins by the code', async () => {
    await begin('Enable notifications on a device of yours');
    await walk.click('Add a device', button('Add a device'));
    await expectAccessible(desk);
    const address = await desk.getByRole('dialog').getByText(url.origin).textContent();
    await phone.goto(address ?? '');
    walk.done.push('open the code’s address on the phone');
    await walk.fill('email', field('Email', phone), 'ada@example.com');
    await walk.fill('password', field('Password', phone), password);
    await walk.click('Sign in', button('Sign in', phone));
    await walk.click('Enable here', button('Enable here', phone));
  });

  await test.step('page me now', async () => {
    await walk.click('Drill', button('Drill', phone));
    await expect(phone.getByRole('alertdialog')).toBeVisible();
  });

  info.annotations.push({ type: 'steps', description: walk.done.join('; ') });
  expect(walk.done.length, walk.done.join('\n')).toBeLessThanOrEqual(most);
  await phone.context().close();
  await desk.context().close();

  async function openPhone(): Promise<Page> {
    const receiver = new PushReceiver();
    const context = await browser.newContext({
      baseURL: url.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      permissions: ['notifications'],
    });
    // Chromium's own push service is not on this machine.
    await context.exposeFunction('subscribeHere', (sender: string) => ({
      endpoint: stage.service.subscribe(sender),
      keys: receiver.keys,
    }));
    await context.addInitScript(() => {
      const { subscribeHere } = globalThis as unknown as { subscribeHere(sender: string): Promise<object> };
      Object.assign(PushManager.prototype, {
        getSubscription: async () => null,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          const subscription = await subscribeHere(applicationServerKey);
          return { toJSON: () => subscription };
        },
      });
    });
    return context.newPage();
  }
});
