/**
 * Background work on the platform, which takes the processor from an instance that has answered: each request ends its own before it
 * answers.
 */
import type { ServerBackground, ServerPorts } from '#ports/server/server.ts';

const report = (error: unknown): void => console.error('Background work failed.', error);

async function reported(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(error);
  }
}

/** Background work outside of a request: started and reported, not awaited. */
export const createServerBackground = (): ServerBackground => ({
  run: (work) => void reported(work),
  report,
});

/** Runs a request's handler, and returns once the background work that it started has ended. */
export async function withBackground<T>(
  server: ServerPorts,
  run: (server: ServerPorts) => Promise<T>,
): Promise<T> {
  const started: Promise<void>[] = [];
  const background: ServerBackground = { run: (work) => void started.push(reported(work)), report };
  try {
    return await run({ ...server, background });
  } finally {
    // Work may start further work.
    for (const work of started) await work;
  }
}
