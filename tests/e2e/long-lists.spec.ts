/** Lists of 2,000 alerts and 500 incidents: the layout, which tests without a browser lack. */
import type { Page } from '@playwright/test';
import { fillLongLists } from './long-lists.ts';
import { fillTasks } from './long-tasks.ts';
import { enter, expect, ready, test } from './support.ts';

// Each fills a cloud of its own.
test.describe.configure({ mode: 'parallel' });

test.use({ reducedMotion: 'no-preference', tellsIdle: false, serviceWorkers: 'block' });

const sizes = { alerts: 2000, incidents: 500 };
const list = (page: Page, name: string) => page.getByRole('list', { name });
const row = (page: Page, text: string) => page.getByRole('link', { name: new RegExp(`\\b${text}\\b`) });

/** Counts that grow with what is in the document. */
const counts = (page: Page) =>
  page.evaluate(() => ({
    elements: document.body.querySelectorAll('*').length,
    rows: document.querySelectorAll('a[data-row]').length,
  }));

async function expectWindow(page: Page): Promise<void> {
  const { elements, rows } = await counts(page);
  expect(rows).toBeLessThan(60);
  expect(elements).toBeLessThan(2000);
}

/** Places of the rows in the document, by address. */
const places = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('a[data-row]'), (link): [string, number] => [
      link.getAttribute('href') ?? '',
      Math.round(link.getBoundingClientRect().top),
    ]),
  );

/** Places of the rows that are in sight. */
const inView = async (page: Page) => {
  const { height } = page.viewportSize() ?? { height: 0 };
  return (await places(page)).filter(([, top]) => top > 100 && top < height - 100);
};

/** Scrolls near an edge of what is loaded: what is added there, and taken away at the other edge, moves nothing that is in sight. */
async function expectSteady(page: Page, direction: 'down' | 'up'): Promise<void> {
  const moved = await page.getByRole('main').evaluate(async (main, way) => {
    const frame = () => new Promise(requestAnimationFrame);
    const rows = () =>
      Array.from(main.querySelectorAll('a[data-row]')).filter((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top > main.getBoundingClientRect().top && bottom < innerHeight;
      });
    const topOf = (link: Element) => Math.round(link.getBoundingClientRect().top);
    /** Height of the list, and number of rows before those that are loaded. */
    const loaded = () => {
      const [item] = rows().map((link) => link.closest('li'));
      const before = Number(item?.getAttribute('aria-posinset')) - Number(item?.dataset['index']);
      return `${item?.closest('ul')?.clientHeight} ${before}`;
    };
    const first = loaded();
    main.scrollTop = way === 'down' ? main.scrollHeight - main.clientHeight - 450 : 450;
    // Rows are rendered with the scroll's event, which is before the frame; what is loaded comes later.
    await frame();
    const places = new Map(rows().map((link) => [link, topOf(link)]));
    do await frame();
    while (loaded() === first);
    return [...places].flatMap(([link, top]) =>
      topOf(link) === top ? [] : [`${link.textContent}: ${top}, ${topOf(link)}`],
    );
  }, direction);
  expect(moved).toEqual([]);
}

test('2,000 alerts are reachable and searchable, and only visible rows are rendered', async ({
  page,
  newTab,
  complaints,
}) => {
  await page.goto('/signin');
  // Priya is on call: the page of a new alert would be in front of the list.
  await enter(page, 'Diego Ramírez');
  await fillLongLists(page, sizes);
  complaints.length = 0;
  await page.goto('/alerts');
  await ready(page);

  await test.step('the newest alert is in sight, and what is in the document is a window', async () => {
    await expect(list(page, 'Alerts').getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
    await expect(list(page, 'Alerts').getByRole('listitem').first()).toHaveAttribute(
      'aria-setsize',
      /^20\d\d$/,
    );
    await expectWindow(page);
  });

  await test.step('pages load below while nothing that is in sight moves', async () => {
    for (let turn = 0; turn < 4; turn++) await expectSteady(page, 'down');
    await expectWindow(page);
  });

  await test.step('a new alert moves nothing that is in sight, and the places count it', async () => {
    const [inSight] = await inView(page);
    if (inSight === undefined) throw new Error('No row is in sight.');
    const item = page.getByRole('listitem').filter({ has: page.locator(`a[href="${inSight[0]}"]`) });
    const place = Number(await item.getAttribute('aria-posinset'));
    const other = await newTab('/signin');
    await enter(other, 'Priya Nair');
    await other.getByRole('button', { name: /^Rehearsal/ }).click();
    await other.getByRole('tab', { name: 'Alerts' }).click();
    await other.getByRole('button', { name: 'Fire: Checkout is failing' }).click();
    await expect(other.getByText(/answered 200/)).toBeVisible();
    await other.close();
    await expect(item).toHaveAttribute('aria-posinset', String(place + 1));
    expect(await inView(page)).toContainEqual(inSight);
  });

  await test.step('keys lead to the last and the first alert', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await expect(row(page, 'The cellar is wet')).toBeFocused();
    await expect(row(page, 'The cellar is wet')).toBeInViewport();
    await page.keyboard.press('k');
    await expect(row(page, 'Disk 1 is full')).toBeFocused();
    await expectWindow(page);
    for (let turn = 0; turn < 4; turn++) await expectSteady(page, 'up');
    await page.keyboard.press('j');
    await page.keyboard.press('Home');
    await expect(list(page, 'Alerts').getByRole('link').first()).toBeFocused();
    await expect(list(page, 'Alerts').getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  });

  await test.step('a search finds the oldest, and says that it has looked through all', async () => {
    await page.getByRole('searchbox', { name: 'Find' }).fill('cellar');
    await expect(row(page, 'The cellar is wet')).toBeInViewport();
    await expect(page.getByText(/^Looked through all 2,0\d\d active alerts\.$/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find' }).fill('');
    await expect(list(page, 'Alerts').getByRole('listitem').first()).toHaveAttribute('aria-posinset', '1');
  });
});

test('500 incidents are reachable and searchable, and only visible rows are rendered', async ({
  page,
  complaints,
}) => {
  await page.goto('/signin');
  await enter(page, 'Priya Nair');
  await fillLongLists(page, sizes);
  complaints.length = 0;
  await page.goto('/incidents');
  await ready(page);
  const first = list(page, 'Incidents').getByRole('listitem').first();

  await test.step('what is in the document is a window', async () => {
    await expect(first).toHaveAttribute('aria-posinset', '1');
    await expect(first).toHaveAttribute('aria-setsize', /^5\d\d$/);
    await expect(row(page, 'Outage 499')).toBeInViewport();
    await expectWindow(page);
  });

  await test.step('keys lead to the last and the first incident', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('End');
    await expect(list(page, 'Incidents').getByRole('link').last()).toBeFocused();
    const last = list(page, 'Incidents').getByRole('listitem').last();
    expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'));
    await expectWindow(page);
    await page.keyboard.press('Home');
    await expect(first).toHaveAttribute('aria-posinset', '1');
    await expect(first.getByRole('link')).toBeFocused();
  });

  await test.step('a search from the palette finds the oldest, and says that it has looked through all', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find anything' }).fill('outage');
    expect((await counts(page)).elements).toBeLessThan(2000);
    await page.getByRole('combobox', { name: 'Find anything' }).fill('cellar');
    await page.getByRole('option', { name: 'Look for “cellar” in all incidents' }).click();
    await expect(row(page, 'Outage of the cellar')).toBeInViewport();
    await expect(page.getByText(/^Looked through all 5\d\d incidents\.$/)).toBeVisible();
  });
});

test('400 members are reachable and searchable, and only visible rows are rendered', async ({
  page,
  complaints,
}) => {
  await page.goto('/signin');
  await enter(page, 'Priya Nair');
  await fillLongLists(page, { alerts: 1, incidents: 1, members: 400 });
  complaints.length = 0;
  await page.goto('/settings/members');
  await ready(page);
  const rows = list(page, 'Members').getByRole('listitem');
  await expect(rows.first()).toHaveAttribute('aria-setsize', /^4\d\d$/);
  expect(await rows.count()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Leave', exact: false }).last().scrollIntoViewIfNeeded();
  await expect(list(page, 'Members').getByText('Zoe 399')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(60);
  await page.getByRole('textbox', { name: 'Find a member' }).fill('zoe 217');
  await expect(rows).toHaveCount(1);
  await expect(list(page, 'Members').getByText('Zoe 217')).toBeInViewport();
});

test('tasks of a room are loaded in pages, and only visible rows are rendered', async ({
  page,
  complaints,
}) => {
  await page.goto('/signin');
  await enter(page, 'Priya Nair');
  const texts = Array.from(
    { length: 75 },
    (_, index) => `Look at ${index}${' and at what it depends on'.repeat(index % 3)}`,
  );
  // Two are written on the screen.
  await fillTasks(page, 41, texts.slice(0, -2));
  complaints.length = 0;
  await page.goto('/incidents/41');
  const tasks = page.getByRole('region', { name: 'Tasks' });
  const field = tasks.getByRole('textbox', { name: 'New task' });
  for (const text of texts.slice(-2)) {
    await field.fill(text);
    await field.press('Enter');
  }
  await tasks.getByRole('button', { name: /^Show earlier tasks/ }).click();
  await expect(tasks.getByRole('button', { name: /^Show earlier tasks/ })).toHaveCount(0);
  await expect(tasks.getByRole('listitem').filter({ hasText: 'Look at 0' })).toBeVisible();
  expect(await tasks.getByRole('listitem').count()).toBeLessThan(60);

  await tasks.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await field.scrollIntoViewIfNeeded();
  await expect(tasks.getByRole('checkbox', { name: 'Look at 74' })).toBeAttached();
  expect(await tasks.getByRole('listitem').count()).toBeLessThan(60);
  const rows = tasks.locator('li[data-index]');
  const overlaps = () =>
    rows.evaluateAll(
      (items) =>
        items
          .map((item) => item.getBoundingClientRect())
          .filter(({ top }, index, all) => index > 0 && top < (all[index - 1]?.bottom ?? 0) - 1).length,
    );
  await expect.poll(overlaps).toBe(0);
});
