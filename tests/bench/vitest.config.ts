import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vite.config.ts';

/** `npm run bench:screens`: what things cost, side by side in one run. Nothing here asserts a time. */
const { projects: _unused, ...test } = base.test ?? {};

export default mergeConfig(
  { ...base, test },
  defineConfig({
    test: {
      environment: 'jsdom',
      include: ['tests/bench/**/*.bench.tsx'],
      setupFiles: ['./tests/app/setup.ts'],
      fileParallelism: false,
      testTimeout: 120_000,
    },
  }),
);
