import type { HttpRequest } from '#ports/server/handlers.ts';

/** A message ready to be fired. */
export interface FiredSample {
  readonly title: string;
  readonly description: string;
  request(): Promise<HttpRequest>;
}
