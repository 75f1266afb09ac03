/** What the longest lists cost does not grow with their entries: counts, which no noise touches. Times: `npm run bench:lists`. */
import type { Page } from '@playwright/test';
import { openMetrics } from '../page-metrics.ts';
import { fillLongLists } from './long-lists.ts';
import { settledCounts } from './settled-counts.ts';
import { enter, expect, ready, test } from './support.ts';

test.use({ tellsIdle: false, serviceWorkers: 'block' });

const few = { alerts: 100, incidents: 100, members: 60 };
const many = { alerts: 2000, incidents: 500, members: 300 };

/** Elements and listeners of each list, opened one after the other. */
async function countLists(page: Page): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const name of ['Alerts', 'Incidents'] as const) {
    await page.goto(`/${name.toLowerCase()}`);
    await ready(page);
    await expect(page.getByRole('list', { name }).getByRole('link').nth(20)).toBeVisible();
    await expect(page.getByRole('list', { name }).getByRole('listitem').first()).toHaveAttribute(
      'aria-setsize',
      /^\d{3,}$/,
    );
    await note(page, counts, name);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option').nth(60)).toBeAttached();
  await note(page, counts, 'Palette');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('e');
  await expect(page.getByRole('option', { name: 'Look for “e” in all alerts' })).toBeAttached();
  await note(page, counts, 'Palette with a letter');
  return counts;
}

async function note(page: Page, counts: Record<string, number>, name: string): Promise<void> {
  const { elements, listeners } = await settledCounts(await openMetrics(page));
  counts[`${name}: elements`] = elements;
  counts[`${name}: listeners`] = listeners;
}

test('elements and listeners of alerts, incidents and the palette do not grow with the number of entries', async ({
  page,
  complaints,
}) => {
  await page.goto('/signin');
  await enter(page, 'Diego Ramírez');
  await fillLongLists(page, few);
  const before = await countLists(page);
  await fillLongLists(page, many);
  complaints.length = 0;
  const after = await countLists(page);
  expect(Object.keys(after)).toHaveLength(8);
  for (const [name, count] of Object.entries(after))
    expect(count, name).toBeLessThan((before[name] ?? 0) * 1.1 + 20);
});
