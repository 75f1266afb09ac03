import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const room = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const browserAuth = './node_modules/firebase/node_modules/@firebase/auth/dist/esm/index.js';

export default defineConfig({
  plugins: [react()],
  define: {
    'import.meta.env.VITE_PROVIDER': JSON.stringify(process.env['VITE_PROVIDER'] ?? 'embedded'),
  },
  // The composition binds plain factories: the metadata shim of inversify's decorators stays out.
  resolve: { alias: { 'reflect-metadata/lite': room('./src/app/small-metadata.ts') } },
  build: { target: 'es2022', sourcemap: true },
  worker: { format: 'es' },
  server: { port: 5173 },
  preview: { port: 4173 },
  test: {
    // Against hanging, not against slowness: a loaded machine takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          include: [
            '{domain,ports,adapters,fakes,emulator,functions,demo,tools,src}/**/*.test.ts',
            'tests/{contracts,judge,lint,docs,oracles,rules,simulation}/**/*.test.ts',
          ],
        },
      },
      {
        // On the official local parts, which `npm test` installs first.
        extends: true,
        // In Node the SDK is another one, which keeps no session and knows no phone: the contracts want the browser's.
        resolve: { alias: { 'firebase/auth': room(browserAuth) } },
        test: { name: 'official', environment: 'node', include: ['tests/official/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx', 'tests/{app,docs}/**/*.test.tsx'],
          setupFiles: [room('./tests/app/setup.ts')],
        },
      },
    ],
  },
});
