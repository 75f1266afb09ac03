/** Requests of an HTTP server that are not answered yet. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { guardListener } from '#provider-kit/guard-listener.ts';

/** Milliseconds in which a request may still arrive completely. */
const arrivalMs = 1000;

export class RequestsUnderWay {
  private readonly requests = new Set<IncomingMessage>();
  private answered = () => {};

  add(request: IncomingMessage, response: ServerResponse): void {
    this.requests.add(request);
    response.once(
      'close',
      guardListener(() => {
        this.requests.delete(request);
        this.answered();
      }),
    );
  }

  /** Resolves once each request that arrives completely within a second is answered, or after so many milliseconds. */
  async idle(waitMs: number): Promise<void> {
    const [late, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let hasArrived = false;
    const check = () => {
      if (hasArrived && [...this.requests].every(({ complete }) => !complete)) done.resolve();
    };
    this.answered = check;
    const arrived = () => {
      hasArrived = true;
      check();
    };
    const timers = [
      setTimeout(guardListener(arrived), arrivalMs),
      setTimeout(
        guardListener(() => late.resolve()),
        waitMs,
      ),
    ];
    await Promise.race([late.promise, done.promise]);
    for (const timer of timers) clearTimeout(timer);
  }
}
