import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';
import { notifyManager } from '@tanstack/react-query';

// What needs no time takes none: the cache tells its observers in a microtask, not after a timer of the machine's.
notifyManager.setScheduler(queueMicrotask);
// Against hanging, not against slowness.
configure({ asyncUtilTimeout: 20_000 });
