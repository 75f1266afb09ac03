/** The HTTP API of a stage through a client that public tools made of its description: openapi-typescript and openapi-fetch. */
import createClient from 'openapi-fetch';
import { apiKeyDigest, apiKeyFrom } from '#api/api-key.ts';
import type { ApiScope } from '#domain/api-key/schema.ts';
import type { paths } from '../../../cli/openapi.gen.d.ts';
import type { FunctionsStage } from './stage.ts';

/** A key that is the same for the same number. */
export const apiKeyOf = (n: number): string => apiKeyFrom(new Uint8Array(20).fill(n));

interface NewKey {
  readonly n?: number;
  readonly by?: string;
  readonly scopes?: readonly ApiScope[];
  readonly days?: number;
}

/** Makes a key with the id `key-N`, and returns its secret. */
export async function addApiKey(
  stage: FunctionsStage,
  { n = 1, by = 'jonas', scopes = ['read', 'respond'], days = 30 }: NewKey = {},
): Promise<string> {
  const key = apiKeyOf(n);
  await stage.call(by, 'createApiKey', {
    apiKeyId: `key-${n}`,
    name: `Deploys ${n}`,
    scopes: [...scopes],
    days,
    digest: apiKeyDigest(key),
    ending: key.slice(-4),
  });
  return key;
}

export const apiClient = (stage: FunctionsStage, key: string) =>
  createClient<paths>({
    baseUrl: 'https://muster.example.com/api/v1',
    headers: { authorization: `Bearer ${key}` },
    fetch: apiFetch(stage),
  });

/** `fetch` of a machine outside, which reaches the stage's cloud. */
export const apiFetch =
  (stage: FunctionsStage) =>
  async (asked: string | URL | Request): Promise<Response> => {
    const request = new Request(asked);
    const { pathname, search } = new URL(request.url);
    const machine = await stage.stranger('machine');
    const answer = await machine.control.http({
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
