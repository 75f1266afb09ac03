/** Time limit of a step of a set-up, which says which step it was. */

/** The platform's own: a stage may have replaced it. */
const { setTimeout, clearTimeout } = globalThis;

/** @throws Error with the name of the step, when it rejects and when it takes longer than `ms` of real time */
export async function within<T>(ms: number, step: string, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new Error(
            `Set-up failed. ${step} has not ended after ${ms / 1000} s: find what it waits for, or raise \`setUpMs\`.`,
          ),
        ),
      ms,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } catch (cause) {
    if (cause instanceof Error && cause.message.startsWith('Set-up failed.')) throw cause;
    throw new Error(`Set-up failed. ${step}: ${String(cause)}`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
