/** Operations that run one after another, in the order in which they were requested; one that fails stops none of the others. */
export type OperationQueue = <T>(operation: () => Promise<T>) => Promise<T>;

/** @param before what the first operation waits for; should it reject, that operation rejects with its error */
export function operationQueue(before: Promise<unknown> = Promise.resolve()): OperationQueue {
  let last = before;
  return (operation) => {
    const result = last.then(operation);
    last = result.catch(() => {});
    return result;
  };
}

/** Operations of one key run one after another; those of different keys do not wait for each other. */
export type KeyedQueue = <T>(key: string, operation: () => Promise<T>) => Promise<T>;

/** A key without operations takes no memory. */
export function keyedQueue(): KeyedQueue {
  const queues = new Map<string, { readonly queue: OperationQueue; waiting: number }>();
  return async (key, operation) => {
    const entry = queues.get(key) ?? { queue: operationQueue(), waiting: 0 };
    queues.set(key, entry);
    entry.waiting++;
    try {
      return await entry.queue(operation);
    } finally {
      if (--entry.waiting === 0) queues.delete(key);
    }
  };
}
