import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { notifyManager } from '@tanstack/react-query';
import * as React from 'react';
import { afterAll } from 'vitest';
import { waiting } from '#tests/time-limits.ts';
import { emptyPage } from './empty-page.ts';

// The cache notifies its observers in a microtask instead of after a timer, so that no real time passes.
notifyManager.setScheduler(queueMicrotask);
configure({ asyncUtilTimeout: waiting.timeout });

// React's development build keeps a call stack for each of the first 10,000 elements of a second; none is read here.
const internals = (React as unknown as Readonly<Record<string, object | undefined>>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set: () => {},
  });

afterAll(() => {
  cleanup();
  emptyPage();
});
