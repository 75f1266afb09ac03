/** The log of the host: one JSON object a line, without secrets. */
import { PortError } from '#ports/errors.ts';

export const logLine = (facts: Readonly<Record<string, unknown>>): void =>
  console.error(JSON.stringify({ at: new Date().toISOString(), ...facts }));

/** An error that is in no answer, and where it is from. Causes are logged too: they never reach a browser. */
export function logReport(error: unknown, from: string): void {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  logLine({
    level: 'error',
    from,
    ...(error instanceof PortError && { code: error.code }),
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    ...(cause instanceof Error && { cause: cause.message }),
  });
}
