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
