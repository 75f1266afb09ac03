/**
 * `npm run bench:lists -- NAME=FOLDER…`: alerts, incidents and the palette with few and with many entries, in Chromium, in turn, for each
 * built app; without arguments this tree's demonstration. Opening until the first row is visible, elements, listeners, and the longest task
 * by the page's processor time, while the list opens and while one letter is typed into its search. Medians. `ROUNDS=3`.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../e2e/chromium.ts';
import { fillLongLists } from '../../e2e/long-lists.ts';
import { sharedBuild } from '../../../tools/shared-builds.ts';
import { openMetrics } from '../../page-metrics.ts';
import { tasksDuring } from '../../page-tasks.ts';
import { enter, shellReady } from '../enter.ts';
import { median } from '../table.ts';
import { serveShaped } from '../visit/site.ts';

const rounds = Number(process.env['ROUNDS'] ?? 3);
const sizes = {
  few: { alerts: 20, incidents: 20, members: 10 },
  many: { alerts: 2000, incidents: 500, members: 300 },
} as const;
type Size = keyof typeof sizes;

const figures = {
  open: 'open, ms',
  opening: 'longest task while opening, ms',
  letter: 'longest task of a letter, ms',
  elements: 'elements',
  listeners: 'listeners',
} as const;
type Figures = Record<keyof typeof figures, number>;

/** Milliseconds without a request after which a page is at rest. */
const restMs = 2000;

interface Measured {
  readonly browser: Browser;
  readonly page: Page;
  readonly rest: () => Promise<void>;
}

interface ListCase {
  readonly name: string;
  /** Opens it from a page at rest, until its first row is visible. */
  open(page: Page): Promise<void>;
  readonly field: (page: Page) => ReturnType<Page['getByRole']>;
}

const firstRow = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('link').first();

const cases: readonly ListCase[] = [
  {
    name: 'alerts',
    open: async (page) => {
      await page.getByRole('link', { name: 'Alerts', exact: false }).first().click();
      await firstRow(page, 'Alerts').waitFor();
    },
    field: (page) => page.getByRole('searchbox', { name: 'Find' }),
  },
  {
    name: 'incidents',
    open: async (page) => {
      await page.getByRole('link', { name: 'Incidents', exact: false }).first().click();
      await firstRow(page, 'Incidents').waitFor();
    },
    field: (page) => page.getByRole('searchbox', { name: 'Find' }),
  },
  {
    name: 'palette',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('option').first().waitFor();
    },
    field: (page) => page.getByRole('combobox', { name: 'Find anything' }),
  },
];

async function measureList({ browser, page, rest }: Measured, list: ListCase): Promise<Figures> {
  await page.goto('/me');
  await shellReady(page);
  await rest();
  let open = 0;
  const opening = await tasksDuring(browser, page, async () => {
    const from = performance.now();
    await list.open(page);
    open = performance.now() - from;
    await rest();
  });
  const counts = await (await openMetrics(page)).counts();
  await list.field(page).click();
  await rest();
  const letter = await tasksDuring(browser, page, async () => {
    await list.field(page).press('d');
    await rest();
  });
  await page.keyboard.press('Escape');
  return { open, opening: opening.longest, letter: letter.longest, ...counts };
}

async function measure(browser: Browser, folder: string, size: Size): Promise<Map<string, Figures>> {
  const site = await serveShaped(folder, false);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: site.url });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  await enter(page, 'Diego Ramírez');
  await fillLongLists(page, sizes[size]);
  const measured = { browser, page, rest: () => site.quiet(restMs) };
  const results = new Map<string, Figures>();
  for (const list of cases) results.set(list.name, await measureList(measured, list));
  await context.close();
  await site.close();
  return results;
}

const program = findChromium();
if (program === null) throw new Error('No Chromium was found. Install one, or set PLAYWRIGHT_CHROMIUM.');
const named = process.argv.slice(2).map((text) => text.split('=') as [string, string]);
const apps = named.length > 0 ? named : [['this', (await sharedBuild('embedded')).dir] as [string, string]];
const browser = await chromium.launch({ executablePath: program, args: chromiumFlags });
const taken = new Map<string, Figures[]>();
// In turn, so that a change of the machine's load meets all alike.
for (let round = 0; round < rounds; round++)
  for (const size of ['few', 'many'] as const)
    for (const [app, folder] of apps)
      for (const [list, row] of await measure(browser, folder, size)) {
        const key = `${app}, ${list}, ${size}`;
        taken.set(key, [...(taken.get(key) ?? []), row]);
      }
await browser.close();

const names = Object.keys(figures) as (keyof Figures)[];
const medians = (key: string): Figures => {
  const rows = taken.get(key) ?? [];
  const of = (figure: keyof Figures) => median(rows.map((row) => row[figure]));
  return Object.fromEntries(names.map((figure) => [figure, of(figure)])) as Figures;
};
console.log(
  `Lists with ${JSON.stringify(sizes.many)} and, in brackets, ${JSON.stringify(sizes.few)}; medians of ${rounds}.\n`,
);
console.log(`| app, list | ${Object.values(figures).join(' | ')} |`);
console.log(`|---|${'---|'.repeat(names.length)}`);
for (const [app] of apps)
  for (const { name } of cases) {
    const [few, many] = [medians(`${app}, ${name}, few`), medians(`${app}, ${name}, many`)];
    const cell = (figure: keyof Figures) =>
      `${Math.round(many[figure])} (${Math.round(few[figure])}): ${(many[figure] / few[figure]).toFixed(2)} ×`;
    console.log(`| ${app}, ${name} | ${names.map(cell).join(' | ')} |`);
  }
