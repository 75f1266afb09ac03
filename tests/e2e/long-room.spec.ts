/** A room with 5,000 entries: the layout, which tests without a browser lack. */
import type { Page } from '@playwright/test';
import { fillLongRoom, longRoom } from './long-room.ts';
import { openMetrics } from '../page-metrics.ts';
import { settledCounts } from './settled-counts.ts';
import { enter, expect, expectAccessible, ready, test } from './support.ts';

test.use({ reducedMotion: 'no-preference', tellsIdle: false, serviceWorkers: 'block' });

const size = 5000;
/** Number of the room to which the long one is compared. */
const shortRoom = 901;
const room = (entry?: number) =>
  `/incidents/${longRoom}${entry === undefined ? '' : `#entry-long-${String(entry).padStart(6, '0')}`}`;
const timeline = (page: Page) => page.getByRole('region', { name: `Timeline of #${longRoom}` });
const entry = (page: Page, index: number) =>
  timeline(page).locator(`[id$="-${String(index).padStart(6, '0')}"]`);

const mark = (page: Page) => timeline(page).getByRole('heading', { name: 'New since you looked' });
const markControl = (page: Page) => page.getByRole('button', { name: 'New since you looked' });

/** Leaves the app, and sets the newest entry of the room that Priya has seen on this device. Entries are a second apart. */
async function seenUpTo(page: Page, firstAt: number, index: number): Promise<void> {
  await page.goto('/favicon.svg');
  const seen = [
    `long-room-${longRoom}`,
    firstAt + index * 1000,
    index,
    `long-${String(index).padStart(6, '0')}`,
  ];
  await page.evaluate((place) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('muster.seen.priya.'));
    if (key === undefined) throw new Error('No place in a timeline is stored.');
    localStorage.setItem(key, JSON.stringify([place]));
  }, seen);
}

const findField = (page: Page) => page.getByRole('searchbox', { name: 'Find in the timeline' });

/** Places of the controls of the search, and of the first row of it. */
const findControls = (page: Page) =>
  findField(page).evaluate((field) =>
    Array.from(field.closest('section')?.querySelectorAll('input, [aria-label]') ?? [], (control) => {
      const { x, y } = control.getBoundingClientRect();
      return [control.getAttribute('aria-label'), Math.round(x), Math.round(y)];
    }),
  );

/** Texts that are marked. */
const highlights = (page: Page) =>
  page.evaluate(() => {
    const texts = (name: string) => Array.from(CSS.highlights.get(name)?.keys() ?? [], String);
    return { all: texts('found'), current: texts('found-current') };
  });

/** Counts that grow with what is in the document. */
const counts = (page: Page) =>
  page.evaluate(() => ({
    elements: document.body.querySelectorAll('*').length,
    rows: document.querySelectorAll('[id^="entry-"]').length,
  }));

/** Places of the rows of which a part is visible, by id. */
const places = async (page: Page): Promise<ReadonlyMap<string, number>> =>
  new Map(
    await timeline(page).evaluate((scroller) => {
      const { top, bottom } = scroller.getBoundingClientRect();
      return Array.from(scroller.querySelectorAll('[id^="entry-"]'), (row) => ({
        id: row.id,
        box: row.getBoundingClientRect(),
      }))
        .filter(({ box }) => box.bottom > top && box.top < bottom)
        .map(({ id, box }): [string, number] => [id, box.top]);
    }),
  );

/** Places, once rows are visible: on a busy machine they are drawn some frames after a jump. */
async function drawnPlaces(page: Page): Promise<ReadonlyMap<string, number>> {
  let rows: ReadonlyMap<string, number> = new Map();
  await expect
    .poll(async () => {
      rows = await places(page);
      return rows.size;
    })
    .toBeGreaterThan(3);
  return rows;
}

test('a room of 5,000 entries opens at its end, scrolls back, jumps to entries and accepts comments', async ({
  page,
  newTab,
  complaints,
}) => {
  await page.goto('/signin');
  await enter(page, 'Priya Nair');
  await fillLongRoom(page, 100, shortRoom);
  await page.goto(`/incidents/${shortRoom}`);
  await expect(page.getByText('Entry 99:')).toBeInViewport();
  await ready(page);
  const metrics = await openMetrics(page);
  const few = await settledCounts(metrics);
  const firstAt = await fillLongRoom(page, size);
  // Chromium asks for an icon of a page that is no document.
  complaints.length = 0;
  await page.goto(room());
  await ready(page);

  await test.step('the newest entry is visible, and what is in the document is a window', async () => {
    await expect(entry(page, size - 1)).toBeInViewport();
    await expect(entry(page, size - 1)).toHaveAttribute('aria-posinset', String(size));
    await expect(entry(page, size - 1)).toHaveAttribute('aria-setsize', String(size));
    const { elements, rows } = await counts(page);
    expect(rows).toBeLessThan(40);
    expect(elements).toBeLessThan(1500);
  });

  await test.step('elements and listeners are those of a room of 100 entries', async () => {
    const many = await settledCounts(metrics);
    expect(many.elements / few.elements).toBeLessThan(1.1);
    expect(many.listeners / few.listeners).toBeLessThan(1.1);
  });

  await test.step('pages load above while nothing that is visible moves', async () => {
    await timeline(page).hover();
    await page.mouse.wheel(0, -2300);
    await expect(entry(page, size - 45)).toBeAttached();
    const before = await drawnPlaces(page);
    await expect.poll(() => timeline(page).evaluate((element) => element.scrollHeight)).toBeGreaterThan(5000);
    const after = await places(page);
    const moved = [...before].filter(([id, top]) => Math.abs((after.get(id) ?? Infinity) - top) > 1);
    expect(moved).toEqual([]);
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, -1500);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    const { elements, rows } = await counts(page);
    expect(rows).toBeLessThan(40);
    expect(elements).toBeLessThan(1500);
  });

  await test.step('a comment of somebody else is counted, and moves nothing', async () => {
    const other = await newTab('/signin');
    await enter(other, 'Diego Ramírez');
    await other.goto(room());
    await other.getByRole('textbox', { name: 'Comment' }).fill('From another tab');
    await other.keyboard.press('Control+Enter');
    await expect(timeline(other).getByText('From another tab')).toBeInViewport();
    await page.bringToFront();
    await expect(page.getByRole('button', { name: /^(?:1 new|Newest entries)$/ })).toBeVisible();
    await page.getByRole('button', { name: /^(?:1 new|Newest entries)$/ }).click();
    await expect(timeline(page).getByText('From another tab')).toBeInViewport();
    await other.close();
  });

  await test.step('the end stays in sight while the height shrinks', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width, height: height - 180 });
    await expect(timeline(page).getByText('From another tab')).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width, height });
  });

  await test.step('a link to an entry opens the timeline around it', async () => {
    await page.evaluate((to) => {
      location.hash = to;
    }, room(2000).slice(room().length));
    await expect(entry(page, 2000)).toBeInViewport();
    await expect(entry(page, 2000)).toHaveAttribute('aria-posinset', '2001');
  });

  await test.step('pages load below while nothing that is visible moves', async () => {
    const height = await timeline(page).evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
      return scroller.scrollHeight;
    });
    const before = await drawnPlaces(page);
    await expect
      .poll(() => timeline(page).evaluate((element) => element.scrollHeight))
      .toBeGreaterThan(height);
    for (let turn = 0; turn < 20; turn++) await page.evaluate(() => new Promise(requestAnimationFrame));
    const after = await places(page);
    expect([...before].filter(([id, top]) => Math.abs((after.get(id) ?? Infinity) - top) > 30)).toEqual([]);
  });

  await test.step('what is written here is shown at the end, wherever the reader was', async () => {
    await page.getByRole('textbox', { name: 'Comment' }).fill('Written far from the end');
    await page.keyboard.press('Control+Enter');
    await expect(timeline(page).getByText('Written far from the end')).toBeInViewport();
  });

  await test.step('Home goes to the first entry', async () => {
    await timeline(page).focus();
    await page.keyboard.press('Home');
    await expect(entry(page, 0)).toBeInViewport();
    await page.keyboard.press('End');
    await expect(timeline(page).getByText('Written far from the end')).toBeInViewport();
  });

  await test.step('a mark stands before what came since the room was seen, and a control goes to it', async () => {
    await seenUpTo(page, firstAt, size - 49);
    await page.goto(room());
    await ready(page);
    await expect(markControl(page)).toBeVisible();
    await timeline(page).hover();
    await page.mouse.wheel(0, -2300);
    await expect(entry(page, size - 45)).toBeAttached();
    const before = await drawnPlaces(page);
    await expect(mark(page)).toBeAttached();
    const after = await places(page);
    expect([...after].filter(([id, top]) => Math.abs((before.get(id) ?? top) - top) > 1)).toEqual([]);
    await page.keyboard.press('End');

    await seenUpTo(page, firstAt, 2000);
    await page.goto(room());
    await ready(page);
    await markControl(page).click();
    await expect(mark(page)).toBeInViewport();
    await expect(mark(page)).toBeFocused();
    await expect(markControl(page)).toBeHidden();
    // 2001 is the reader's own.
    await expect(mark(page).locator('xpath=ancestor::li/following-sibling::li[1]')).toHaveAttribute(
      'id',
      'entry-long-002002',
    );
    await page.mouse.wheel(0, -3000);
    await expect(markControl(page)).toBeVisible();
    await expectAccessible(page);
    await markControl(page).click();
    await expect(mark(page)).toBeInViewport();
  });

  await test.step('a text is found in entries that are not loaded, and the timeline moves to them', async () => {
    await page.getByRole('textbox', { name: 'Comment' }).focus();
    await page.keyboard.press('Control+f');
    await expect(findField(page)).toBeFocused();
    const controls = await findControls(page);
    await page.keyboard.type('entry 77: THE queue');
    const find = page.getByRole('region', { name: 'Find in the timeline' });
    await expect(find.getByRole('status')).toHaveText('1 match');
    await expect(find.getByText(/^All 5,00\d entries were searched\.$/)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(entry(page, 77)).toBeInViewport({ ratio: 1 });
    await expect(find.getByRole('status')).toHaveText('1 of 1');
    await expect.poll(() => highlights(page)).toEqual({ all: [], current: ['Entry 77: the queue'] });
    await expectAccessible(page);
    await findField(page).fill('second line');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(find.getByRole('status')).toHaveText(/^2 of \d+$/);
    await expect(entry(page, 4991)).toBeInViewport();
    await expect.poll(async () => (await highlights(page)).current).toEqual(['Second line']);
    await expect.poll(async () => (await highlights(page)).all.length).toBeGreaterThan(0);
    expect(await findControls(page)).toEqual(controls);
    const { elements, rows } = await counts(page);
    expect(rows).toBeLessThan(40);
    expect(elements).toBeLessThan(1500);
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect(entry(page, 4991).getByRole('link')).toBeFocused();
    expect(await highlights(page)).toEqual({ all: [], current: [] });
  });

  await test.step('all that is loaded is printed, and the print says what that is', async () => {
    await timeline(page).focus();
    await page.keyboard.press('End');
    await expect(timeline(page).getByText('Written far from the end')).toBeInViewport();
    const pages = async () =>
      /\/Count (\d+)/.exec((await page.pdf({ format: 'A4' })).toString('latin1'))?.[1];
    expect(Number(await pages())).toBeGreaterThan(2);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await expect(page.getByText(/^Entries [\d,]+ to 5,002 of 5,002 are printed; /)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toBeHidden();
    const { rows } = await counts(page);
    expect(rows).toBeGreaterThanOrEqual(50);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByText(/are printed; /)).toBeHidden();
  });
});
