/** The contracts on an embedded provider in whose source something was changed, without a change of any file. */
import { createServer, createServerModuleRunner, type Plugin, type ViteDevServer } from 'vite';
import type { PlayableScenario } from '#contracts/harness.ts';

/** A change of the provider's source. */
export interface Edit {
  /** Path from the project's folder. */
  readonly file: string;
  /** Text that occurs there exactly once. */
  readonly from: string;
  readonly to: string;
}

const contracts = '/tests/contracts/breaks/contracts.ts';

/** @throws Error when `from` is not there just once */
function edited(source: string, { file, from, to }: Edit): string {
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}

export class BrokenProviders {
  private readonly server: ViteDevServer;
  private readonly change: (edit: Edit | null) => void;

  private constructor(server: ViteDevServer, change: (edit: Edit | null) => void) {
    this.server = server;
    this.change = change;
  }

  static async open(): Promise<BrokenProviders> {
    let now: Edit | null = null;
    const breaking: Plugin = {
      name: 'breaking',
      enforce: 'pre',
      transform: (source, id) => (now && id.endsWith(`/${now.file}`) ? edited(source, now) : null),
    };
    const server = await createServer({
      configFile: false,
      appType: 'custom',
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      plugins: [breaking],
    });
    return new BrokenProviders(server, (edit) => {
      now = edit;
    });
  }

  /** Modules and their state are new each time. @throws Error for an edit that does not fit the source, or can't be run */
  async with<T>(edit: Edit | null, run: (scenarios: readonly PlayableScenario[]) => Promise<T>): Promise<T> {
    const { ssr } = this.server.environments;
    const forget = () => {
      if (!edit) return;
      for (const changed of ssr.moduleGraph.getModulesByFile(`${this.server.config.root}/${edit.file}`) ?? [])
        ssr.moduleGraph.invalidateModule(changed);
    };
    this.change(edit);
    forget();
    const runner = createServerModuleRunner(ssr, { hmr: false });
    try {
      const { scenarios } = (await runner.import(contracts)) as {
        readonly scenarios: readonly PlayableScenario[];
      };
      return await run(scenarios);
    } finally {
      await runner.close();
      this.change(null);
      forget();
    }
  }

  close(): Promise<void> {
    return this.server.close();
  }
}
