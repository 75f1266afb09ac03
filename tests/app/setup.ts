import '@testing-library/jest-dom/vitest';
import { notifyManager } from '@tanstack/react-query';

// News reach the screen without a timer in between, so that a test that settles has seen them.
notifyManager.setScheduler(queueMicrotask);
