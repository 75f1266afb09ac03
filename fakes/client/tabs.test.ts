import { describe } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { memoryStore } from '#provider-kit/memory-store.ts';
import { tabPromises } from './tab-promises.fixture.ts';

describe('tabs of a browser in memory', () => {
  tabPromises((count) => {
    const browser = memoryStore();
    return Array.from({ length: count }, () => browser.openTab());
  }, settle);
});
