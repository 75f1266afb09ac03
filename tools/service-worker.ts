/** Builds the service worker for push as one classic script: not every browser takes modules there. */
import path from 'node:path';
import { build, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
/** Where adapters/firebase/messaging/host.ts asks for it. */
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

/** Puts it beside the application, under a name that stays the same. */
export const pushServiceWorker = (): Plugin => ({
  name: 'push-service-worker',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName, source: await bundleServiceWorker() });
  },
});
