/** With the platform's own broadcast channels and locks, as Node has them too; only IndexedDB is played. */
import { afterEach, describe } from 'vitest';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { tabPromises } from '#fakes/client/tab-promises.fixture.ts';
import type { TabStore } from '#provider-kit/tab-store.ts';
import { openTab } from './browser-tabs.ts';

const opened: TabStore[] = [];
afterEach(() => {
  for (const tab of opened.splice(0)) tab.close();
});

let browsers = 0;

/** Messages and locks go through other threads of the process: long enough for them to be here. */
async function settle() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('tabs of this browser', () => {
  tabPromises((count) => {
    const values = memoryStore().openTab();
    const name = `browser-${browsers++}`;
    const tabs = Array.from({ length: count }, () => openTab(values, name));
    opened.push(...tabs);
    return tabs;
  }, settle);
});
