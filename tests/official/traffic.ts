/** Every request of this process: which of them get through, and whether some are under way. */

export interface Traffic {
  /** Cuts off, or joins again, whoever shows this key. */
  setOnline(apiKey: string, online: boolean): void;
  isOnline(apiKey: string): boolean;
  /** Resolves once nothing is under way, and nothing was about to be. */
  quiet(): Promise<void>;
  restore(): void;
}

/** Stands in for `fetch`; the SDK's modules must load after it. `before` is called before each request. */
export function watchTraffic(before: () => void): Traffic {
  const through = globalThis.fetch;
  const cut = new Set<string>();
  const underWay = new Set<Promise<unknown>>();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (cut.has(new URL(address).searchParams.get('key') ?? '')) throw new TypeError('Failed to fetch');
    before();
    const asking = through(input, init);
    underWay.add(asking);
    try {
      return await asking;
    } finally {
      underWay.delete(asking);
    }
  };
  return {
    setOnline: (apiKey, online) => void (online ? cut.delete(apiKey) : cut.add(apiKey)),
    isOnline: (apiKey) => !cut.has(apiKey),
    async quiet() {
      for (let calm = 0; calm < 10; calm++) {
        await turn();
        if (underWay.size === 0) continue;
        await Promise.allSettled(underWay);
        calm = 0;
      }
    },
    restore() {
      globalThis.fetch = through;
    },
  };
}
