/**
 * The service worker of the Firebase provider, as one plain script beside the page: browsers tell service workers by their address,
 * and an older one must find its successor at the same one.
 */
import path from 'node:path';
import { build, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
/** Where adapters/firebase/messaging/host.ts registers it. */
export const workerFile = 'firebase-messaging-sw.js';

export const messagingWorker = (): Plugin => ({
  name: 'muster:messaging-worker',
  apply: 'build',
  async generateBundle() {
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
          // No module: not every browser takes one as a service worker.
          output: { format: 'iife' },
        },
      },
    });
    if (!('output' in built)) throw new Error('One build was expected.');
    const [script, ...others] = built.output;
    if (others.length > 0) throw new Error('The service worker must be one script.');
    this.emitFile({ type: 'asset', fileName: workerFile, source: script.code });
  },
});
