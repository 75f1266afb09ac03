/**
 * Positions of controls after a screen stands: none may move once it is shown. Chromium's layout shift does not count what moves by the
 * appearance of a control beside it within one frame of React, nor what is small.
 */
import type { BrowserContext, Page } from '@playwright/test';

/** Moments after a screen stands at which positions are taken, in milliseconds. */
const marks = [300, 1000, 2000, 4000];

interface Recorder {
  /** Forgets what was taken, and waits for the screen that comes, whose heading is not `previous`. */
  restart(previous: Element | null): void;
  /** Resolves once the screen that positions are taken of stands. */
  stands(): Promise<void>;
  /** What moved, once the last position is taken. */
  moved(): Promise<readonly string[]>;
}

declare global {
  var steady: Recorder;
}

/** To be called before pages are opened. */
export async function recordPositions(context: BrowserContext): Promise<void> {
  await context.addInitScript(installRecorder, marks);
}

/** Goes to a screen of the app that is open, without loading it anew. */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    const previous = document.querySelector('h1');
    history.pushState(null, '', to);
    globalThis.steady.restart(previous);
  }, address);

/** Controls that moved since this screen, or the frame around it, was shown. Waits until the last position is taken. */
export const movedControls = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => globalThis.steady.moved());

function installRecorder(moments: readonly number[]): void {
  const controls = 'a[href], button, input, select, textarea, [role=button], [role=tab], [role=combobox]';
  type Position = readonly [x: number, y: number];
  /** The first position of each control, and when it was taken. */
  let first = new Map<string, { readonly at: Position; readonly taken: string }>();
  /** The first move of each control. */
  let found = new Map<string, string>();
  let begun = Promise.withResolvers<void>();
  let ended = Promise.withResolvers<void>();
  let run = 0;

  const nameOf = (element: Element): string =>
    [
      element.closest('nav')?.getAttribute('aria-label') ?? '',
      element.tagName.toLowerCase(),
      // Links of rows of a list, of which others are drawn later.
      element.getAttribute('href') ?? '',
      // Counts and times of day are parts of names that change.
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\d+/g, '#').trim(),
    ].join(' ');

  /** Whether a pointer finds it: rows that a list has ready beyond its edges are none. */
  const isInSight = (element: Element, { x, y, width, height }: DOMRect): boolean => {
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
  };

  const take = (taken: string, within: string): void => {
    const times = new Map<string, number>();
    for (const element of document.querySelectorAll(within)) {
      const name = nameOf(element);
      const nth = (times.get(name) ?? 0) + 1;
      times.set(name, nth);
      const box = element.getBoundingClientRect();
      const { x, y, width, height } = box;
      // Outside the viewport, or for screen readers only.
      if (width < 2 || height < 2 || y + height < 0 || y > innerHeight || x + width < 0 || x > innerWidth)
        continue;
      if (!isInSight(element, box)) continue;
      const key = `${name} (${nth})`;
      const before = first.get(key);
      if (before === undefined) first.set(key, { at: [x, y], taken });
      else if (Math.hypot(before.at[0] - x, before.at[1] - y) > 1)
        found.set(
          key,
          found.get(key) ??
            `${key}: ${before.at.map(Math.round).join(', ')} at ${before.taken}; ${Math.round(x)}, ${Math.round(y)} at ${taken}`,
        );
    }
  };

  const stands = (previous: Element | null): boolean => {
    const heading = document.querySelector('h1');
    return heading !== null && heading !== previous && document.querySelector('[aria-busy=true]') === null;
  };

  /** Runs when the next frame is laid out: after what it renders, and after what observers of sizes set right before it is painted. */
  const whenLaidOut = (then: () => void): void => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      then();
    });
    observer.observe(document.documentElement);
  };

  const restart = (previous: Element | null): void => {
    const mine = ++run;
    first = new Map();
    found = new Map();
    begun = Promise.withResolvers();
    ended = Promise.withResolvers();
    const wait = (): void => {
      if (mine !== run) return;
      if (!stands(previous)) {
        // The frame is there before its screen.
        take('the first frame', `nav :is(${controls})`);
        requestAnimationFrame(wait);
        return;
      }
      begun.resolve();
      for (const moment of moments)
        setTimeout(
          () =>
            whenLaidOut(() => {
              if (mine !== run) return;
              take(`${moment} ms`, controls);
              if (moment === moments.at(-1)) ended.resolve();
            }),
          moment,
        );
    };
    wait();
  };
  globalThis.steady = {
    restart,
    stands: () => begun.promise,
    moved: async () => (await ended.promise, [...found.values()]),
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => restart(null));
  else restart(null);
}
