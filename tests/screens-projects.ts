/** Projects of Vitest for screens, in jsdom. */
import path from 'node:path';
import type { TestProjectInlineConfiguration } from 'vitest/config';

const file = (name: string) => path.join(import.meta.dirname, name);

/** Tests of what only React's development build has: warnings, double effects of `StrictMode`, counts of `Profiler`. */
const developmentFiles = [
  '{gallery,react}/**/*.test.tsx',
  'src/app/frame-controls.test.tsx',
  'src/ui/key-registry.test.tsx',
  'tests/app/room-presence.test.tsx',
];

const environment = file('app/one-jsdom.ts');

export const screensProjects: TestProjectInlineConfiguration[] = [
  {
    // On React's production build, as in browsers.
    extends: true,
    plugins: [
      {
        name: 'production-jsx',
        enforce: 'post',
        config: () => ({ oxc: { jsx: { development: false } } }),
      },
    ],
    test: {
      name: 'screens',
      isolate: false,
      environment,
      env: { NODE_ENV: 'production' },
      include: ['src/**/*.test.tsx', 'tests/{app,project/docs}/**/*.test.tsx'],
      exclude: developmentFiles,
      setupFiles: [file('app/production-react.ts'), file('app/setup.ts')],
    },
  },
  {
    extends: true,
    test: {
      name: 'screens-development',
      isolate: false,
      environment,
      include: developmentFiles,
      setupFiles: [file('app/setup.ts')],
    },
  },
];
