import { describe } from 'vitest';
import { settle } from '#fakes/cloud/clock.ts';
import { memoryStore } from './store.ts';
import { tabPromises } from './tab-promises.fixture.ts';

describe('tabs of a browser in memory', () => {
  tabPromises((count) => {
    const browser = memoryStore();
    return Array.from({ length: count }, () => browser.openTab());
  }, settle);
});
