/** Parts that arrive when they like, read one by one by whoever iterates. */

export interface PartQueue<T> {
  readonly iterable: AsyncIterable<T>;
  push(this: void, part: T): void;
  /** After the parts pushed so far, iteration ends, or throws `error` when that is not `null`. */
  end(this: void, error: unknown): void;
}

interface Waiting<T> {
  resolve(result: IteratorResult<T, undefined>): void;
  reject(error: unknown): void;
}

const finished = { done: true, value: undefined } as const;

/**
 * Queue with a single reader: every iteration continues where the last one stopped. `abandoned` runs when the reader
 * stops before the end.
 */
export function partQueue<T>(abandoned: () => void): PartQueue<T> {
  const parts: T[] = [];
  const readers: Waiting<T>[] = [];
  let ended = false;
  /** Thrown once, to one reader. */
  let failure: { readonly error: unknown } | null = null;

  const end = (error: unknown) => {
    if (ended) return;
    ended = true;
    const first = error === null ? undefined : readers.shift();
    if (first) first.reject(error);
    else if (error !== null) failure = { error };
    for (const reader of readers.splice(0)) reader.resolve(finished);
  };

  const next = (): Promise<IteratorResult<T, undefined>> => {
    if (parts.length > 0) return Promise.resolve({ done: false, value: parts.shift() as T });
    if (failure) {
      const { error } = failure;
      failure = null;
      return Promise.reject(error as Error);
    }
    if (ended) return Promise.resolve(finished);
    return new Promise((resolve, reject) => readers.push({ resolve, reject }));
  };

  const iterator: AsyncIterator<T, undefined> = {
    next,
    return: () => {
      parts.length = 0;
      failure = null;
      if (!ended) {
        end(null);
        abandoned();
      }
      return Promise.resolve(finished);
    },
  };

  return {
    iterable: { [Symbol.asyncIterator]: () => iterator },
    push: (part) => {
      if (ended) return;
      const reader = readers.shift();
      if (reader) reader.resolve({ done: false, value: part });
      else parts.push(part);
    },
    end,
  };
}
