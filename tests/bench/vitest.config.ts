import { defineConfig, mergeConfig } from 'vitest/config';
import settings from '../../vite.config.ts';

const base = await settings({ mode: 'test', command: 'serve' });

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
