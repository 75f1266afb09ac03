import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/react';
import { notifyManager } from '@tanstack/react-query';

// The cache notifies its observers in a microtask instead of after a timer, so that no real time passes.
notifyManager.setScheduler(queueMicrotask);
// Against hanging, not against slowness.
configure({ asyncUtilTimeout: 20_000 });
