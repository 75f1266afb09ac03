/** Build of `worker-thread.cjs`: the script of Node's workers, beside the server code that starts them. */
import { build, type Plugin } from 'vite';

export const workerThreadFile = 'worker-thread.cjs';

/** Adds the file to a folder. */
export async function buildWorkerThread(
  root: string,
  outDir: string,
  plugins: readonly Plugin[] = [],
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [...plugins],
    build: {
      ssr: 'src/app/worker-thread.ts',
      outDir,
      emptyOutDir: false,
      target: 'node22',
      minify: true,
      rolldownOptions: {
        // A worker has at once what other scripts load later.
        checks: { ineffectiveDynamicImport: false },
        output: { format: 'cjs', entryFileNames: workerThreadFile, codeSplitting: false },
      },
    },
    ssr: { noExternal: true },
  });
}
