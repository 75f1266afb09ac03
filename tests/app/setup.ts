import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { notifyManager } from '@tanstack/react-query';
import { afterAll } from 'vitest';
import { emptyPage } from './empty-page.ts';

// The cache notifies its observers in a microtask instead of after a timer, so that no real time passes.
notifyManager.setScheduler(queueMicrotask);
// Against hanging, not against slowness.
configure({ asyncUtilTimeout: 20_000 });

afterAll(() => {
  cleanup();
  emptyPage();
});
