import '@testing-library/jest-dom/vitest';
import { notifyManager } from '@tanstack/react-query';

// What needs no time takes none: the cache tells its observers in a microtask, not after a timer of the machine's.
notifyManager.setScheduler(queueMicrotask);
