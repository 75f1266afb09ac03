/** Requests of this process: whether they are let through, and those under way. */

export interface Traffic {
  /** Cuts off requests with this key, or lets them through again. */
  setOnline(apiKey: string, online: boolean): void;
  /** Requests from their start until the last byte of their answer. */
  underWay(): number;
  /** Addresses of the requests. */
  addresses(): readonly string[];
  /** Resolves once nothing is under way, and nothing was about to be. */
  quiet(): Promise<void>;
  restore(): void;
}

/** Replaces `fetch` by one that is watched. `before` is called before each request. */
export function watchTraffic(before: () => void = () => {}): Traffic {
  const through = globalThis.fetch;
  const cut = new Set<string>();
  const underWay = new Map<Promise<unknown>, string>();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (cut.has(new URL(address).searchParams.get('key') ?? '')) throw new TypeError('Failed to fetch');
    before();
    const asking = through(input, init);
    const over = asking.then((response) => response.clone().arrayBuffer()).catch(() => {});
    underWay.set(over, address);
    void over.then(() => underWay.delete(over));
    return asking;
  };
  return {
    setOnline: (apiKey, online) => void (online ? cut.delete(apiKey) : cut.add(apiKey)),
    underWay: () => underWay.size,
    addresses: () => [...underWay.values()],
    async quiet() {
      for (let calm = 0; calm < 10; calm++) {
        await turn();
        if (underWay.size === 0) continue;
        await Promise.allSettled(underWay.keys());
        calm = 0;
      }
    },
    restore() {
      globalThis.fetch = through;
    },
  };
}
