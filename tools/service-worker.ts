/** Builds the service worker for push as one classic script: not every browser takes modules there. */
import path from 'node:path';
import { build, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
/** Address from which adapters/firebase/messaging/host.ts loads it. */
const fileName = 'firebase-messaging-sw.js';

export async function bundleServiceWorker(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, 'adapters/firebase/messaging/service-worker.ts'),
        output: { format: 'iife', entryFileNames: fileName },
      },
    },
  });
  const script = 'output' in built ? built.output[0] : null;
  if (script?.type !== 'chunk') throw new Error('The service worker was not built.');
  return script.code;
}

/** Adds the service worker to the build, under a constant name. */
export const pushServiceWorker = (): Plugin => ({
  name: 'push-service-worker',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await bundleServiceWorker() });
  },
});
