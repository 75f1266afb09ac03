/**
 * A phone held sideways, and a desk's page zoomed to 400 % (WCAG 2.2, 1.4.10): no control moves after its screen stands, what a page asks
 * is answered without scrolling, and everything in a room can be reached.
 */
import type { Locator, Page } from '@playwright/test';
import { enter, expect, test } from './support.ts';
import { goWithin, movedControls, recordPositions } from './steady.ts';

const screens = ['/', '/incidents/41', '/alerts?show=all', '/oncall', '/services', '/declare'];

const places = [
  { name: 'a phone held sideways', viewport: { width: 844, height: 390 }, hasTouch: true },
  { name: 'a page zoomed to 400 %', viewport: { width: 320, height: 256 }, hasTouch: false },
] as const;

/** Whether a press in the middle of a control reaches it, without scrolling. */
const pressable = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });

// One after the other they take longer than any other file.
test.describe.configure({ mode: 'parallel' });

for (const { name, viewport, hasTouch } of places)
  test.describe(name, () => {
    test.use({
      viewport,
      hasTouch,
      colorScheme: 'dark',
      reducedMotion: 'no-preference',
      tellsIdle: false,
      serviceWorkers: 'block',
    });

    test('no control moves while a screen loads, on the first visit or a later one', async ({
      page,
      newTab,
      context,
    }) => {
      await recordPositions(context);
      await page.goto('/signin');
      await enter(page, 'Priya Nair');
      const another = await newTab('/signin');
      await enter(another, 'Priya Nair');
      const tabs = [page, another] as const;
      // The other tab is loaded while the positions of one are taken, which lasts four seconds.
      await test.step('loaded', () =>
        expectSteady(tabs, async (tab, address) => {
          await tab.goto(address);
          // A small screen has no bar below while a text field has the focus, as at the start of Declare.
          await expect(tab.getByRole('heading', { level: 1 })).toBeAttached();
        }));
      await test.step('seen before', () => expectSteady(tabs, goWithin));
    });

    test('a page can be acknowledged without scrolling, also while a comment is typed', async ({
      page,
      newTab,
    }) => {
      await page.goto('/signin');
      await enter(page, 'Priya Nair');
      await page.goto('/incidents/41');
      const composer = page.getByRole('textbox', { name: 'Comment' });
      await composer.waitFor();
      await composer.fill('The first restart did not help');
      await composer.press('Control+Enter');
      const written = page.getByText('The first restart did not help', { exact: true });
      for (const part of [page.getByRole('heading', { level: 1 }), written, composer]) {
        await part.scrollIntoViewIfNeeded();
        expect(await pressable(part)).toBe(true);
      }
      await composer.fill('Rolled back');
      await fire(await newTab('/signin'));
      const acknowledge = page.getByRole('button', { name: 'Acknowledge', exact: true }).last();
      await expect(acknowledge).toBeVisible();
      expect(await pressable(acknowledge), 'beside what is typed').toBe(true);
      await expect(composer).toHaveValue('Rolled back');
      await page.goto('/');
      await expect(page.getByRole('alertdialog')).toBeVisible();
      expect(await pressable(acknowledge), 'on the whole screen').toBe(true);
      await acknowledge.click();
      await expect(page.getByRole('alertdialog')).toBeHidden();
    });
  });

/** Opens every screen, in either tab every other one: none of their controls moves. */
async function expectSteady(
  tabs: readonly [Page, Page],
  open: (tab: Page, address: string) => Promise<void>,
): Promise<void> {
  await Promise.all(
    tabs.map(async (tab, at) => {
      for (const address of screens.filter((_, index) => index % tabs.length === at)) {
        await open(tab, address);
        expect.soft(await movedControls(tab), address).toEqual([]);
      }
    }),
  );
}

async function fire(page: Page): Promise<void> {
  await enter(page, 'Diego Ramírez');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: /^Rehearsal/ }).click();
  await page.getByRole('button', { name: 'Fire: Checkout is failing' }).click();
}
