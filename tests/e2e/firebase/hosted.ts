/** The hosted services that have no local part, played for a browser by the handlers that play them for Node. */
import type { BrowserContext, Route } from '@playwright/test';
import { getResponse, type RequestHandler } from 'msw';

/** Requests without an answer fail, as without a network. */
export async function playHosted(
  context: BrowserContext,
  handlers: readonly RequestHandler[],
): Promise<void> {
  await context.route(
    (url) => url.hostname.endsWith('.googleapis.com'),
    (route) => answer(route, handlers),
  );
}

async function answer(route: Route, handlers: readonly RequestHandler[]): Promise<void> {
  const asked = route.request();
  const body = asked.postDataBuffer();
  const request = new Request(asked.url(), {
    method: asked.method(),
    headers: await asked.allHeaders(),
    ...(body && { body: new Uint8Array(body) }),
  });
  const response = await getResponse([...handlers], request);
  if (!response || response.type === 'error') return route.abort('internetdisconnected');
  const content = await firstOf(response);
  const headers = {
    ...Object.fromEntries(response.headers),
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': '*',
  };
  // The page may be gone by now.
  return route.fulfill({ status: response.status, headers, body: content }).catch(() => undefined);
}

/** The whole answer; of a stream, its first part. */
async function firstOf(response: Response): Promise<Buffer> {
  const reader = response.body?.getReader();
  if (!reader) return Buffer.alloc(0);
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []);
}
