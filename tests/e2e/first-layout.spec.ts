/** What opens a room's timeline does not make the browser lay out the page earlier than for the frame that shows it. */
import { enter, expect, test } from './support.ts';

test.use({ reducedMotion: 'no-preference', tellsIdle: false, serviceWorkers: 'block' });

/** Counts reads of sizes, and scrolling, of the timeline and its rows until an observer of its size is called. */
function countReads(): void {
  const seen = { reads: [] as string[], laidOut: false };
  Object.assign(globalThis, { timelineReads: seen });
  const scroller = '[aria-label^="Timeline of"]';
  const note = (element: Element, name: string) => {
    if (!seen.laidOut && element.closest(scroller) !== null) seen.reads.push(name);
  };
  for (const [prototype, name] of [
    [HTMLElement.prototype, 'offsetHeight'],
    [Element.prototype, 'clientHeight'],
    [Element.prototype, 'clientWidth'],
    [Element.prototype, 'scrollHeight'],
  ] as const) {
    const read = Object.getOwnPropertyDescriptor(prototype, name)?.get;
    Object.defineProperty(prototype, name, {
      configurable: true,
      get(this: Element) {
        note(this, name);
        return read?.call(this) as unknown;
      },
    });
  }
  for (const name of ['scrollTo', 'getBoundingClientRect'] as const) {
    const run = Reflect.get(Element.prototype, name);
    Object.assign(Element.prototype, {
      [name](this: Element, ...args: unknown[]): unknown {
        note(this, name);
        return Reflect.apply(run, this, args);
      },
    });
  }
  const Observer = ResizeObserver;
  globalThis.ResizeObserver = class extends Observer {
    constructor(told: ResizeObserverCallback) {
      super((entries, observer) => {
        if (entries.some(({ target }) => target.closest(scroller) !== null)) seen.laidOut = true;
        told(entries, observer);
      });
    }
  };
}

test('a room forces no layout before the browser’s first layout, opens at its end, and its people pane fills the width of a phone', async ({
  page,
}) => {
  await page.goto('/signin');
  await enter(page, 'Diego Ramírez');
  await page.goto('/incidents');
  await page.locator('main a[href*="/incidents/"]').first().click();
  const timeline = page.getByRole('region', { name: /^Timeline of #/ });
  await expect(timeline.getByRole('listitem').last()).toBeVisible();
  await page.addInitScript(countReads);
  await page.reload();
  await expect(timeline.getByRole('listitem').last()).toBeInViewport();
  const { reads, laidOut } = await page.evaluate(
    () => (globalThis as unknown as { timelineReads: { reads: string[]; laidOut: boolean } }).timelineReads,
  );
  expect({ reads, laidOut }).toEqual({ reads: [], laidOut: true });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('button', { name: 'People and tasks' }).click();
  const people = page.getByRole('region', { name: 'People and tasks' });
  await expect(people.getByRole('heading', { name: 'People' })).toBeVisible();
  expect(await people.boundingBox()).toMatchObject({ x: 0, width: 390 });
});
