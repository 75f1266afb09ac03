/** Functions: answers that come in parts. */
import { expect } from 'vitest';
import { isPortError } from '#ports/errors.ts';
import { type Provider, rejection, type Scenario } from '../harness.ts';
import { seen } from './called.ts';

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const part of parts) collected.push(part);
  return collected;
}

export function streamScenarios(scenario: Scenario, provider: Provider): void {
  scenario(
    'a stream rejects with the function’s error code and details',
    { needs: ['functions.stream'] },
    async ({ connect }) => {
      const { functions } = await connect();
      const refusal = { code: 'messaging/registration-unknown', details: { left: 1 } } as const;
      const { chunks, result } = functions.stream.open('refuseAs', refusal);
      expect(await rejection(collect(chunks))).toMatchObject(refusal);
      expect(await rejection(result)).toMatchObject(refusal);
    },
  );

  scenario(
    'chunks arrive in order, then the result',
    { needs: ['functions.stream'] },
    async ({ connect }) => {
      const { functions } = await connect();
      const { chunks, result } = functions.stream.open<string, number>('parts', [1, 2, 3]);
      expect(await collect(chunks)).toEqual([1, 2, 3]);
      expect(await result).toBe('done');
    },
  );

  scenario(
    'the result arrives even if no chunk is read, and chunks can be read afterwards',
    { needs: ['functions.stream'] },
    async ({ connect }) => {
      const { functions } = await connect();
      const { chunks, result } = functions.stream.open<string, number>('parts', [1, 2]);
      expect(await result).toBe('done');
      expect(await collect(chunks)).toEqual([1, 2]);
      expect(await collect(chunks)).toEqual([]);
    },
  );

  scenario('a chunk is copied when it is sent', { needs: ['functions.stream'] }, async ({ connect }) => {
    const { functions } = await connect();
    const { chunks, result } = functions.stream.open('secondLook');
    expect(await collect(chunks)).toEqual([{ n: 1 }]);
    expect(await result).toEqual({ n: 2 });
  });

  scenario('chunks are dropped for a call without a stream', async ({ connect }) => {
    const { functions } = await connect();
    expect(await functions.call('parts', [1, 2])).toBe('done');
  });

  scenario(
    'a failing stream yields its chunks, then throws, and its result rejects with the same error',
    { needs: ['functions.stream'] },
    async ({ connect }) => {
      const { functions } = await connect();
      const { chunks, result } = functions.stream.open<string, number>('partsThenRefuse');
      const got: number[] = [];
      const error = await rejection(
        (async () => {
          for await (const chunk of chunks) got.push(chunk);
        })(),
      );
      expect(got).toEqual([1, 2]);
      expect(error).toMatchObject({ code: 'aborted', message: 'Enough.', details: { after: 2 } });
      expect(await rejection(result)).toMatchObject({ code: 'aborted' });
    },
  );

  scenario(
    'leaving the chunk loop cancels the call',
    { needs: ['functions.stream', 'functions.cancellation'] },
    async (scene) => {
      const { functions } = await scene.connect();
      const key = `${provider.name}/leaving`;
      seen.delete(key);
      const { chunks, result } = functions.stream.open('partThenHang', { key });
      for await (const chunk of chunks) {
        expect(chunk).toBe('first');
        break;
      }
      expect(await rejection(result)).toMatchObject({ code: 'cancelled' });
      await scene.settle();
      expect(seen.get(key)).toEqual(['aborted']);
    },
  );

  scenario(
    'aborting a stream rejects chunks and result with cancelled',
    { needs: ['functions.stream'] },
    async (scene) => {
      const { functions } = await scene.connect();
      const aborter = new AbortController();
      const { signal } = aborter;
      const { chunks, result } = functions.stream.open('hang', { key: 'abort stream' }, { signal });
      const reading = rejection(collect(chunks));
      await scene.settle();
      aborter.abort();
      expect(await reading).toMatchObject({ code: 'cancelled' });
      expect(isPortError(await rejection(result), 'cancelled')).toBe(true);
    },
  );

  scenario(
    'a stream rejects with unavailable when the connection is lost or missing',
    { needs: ['functions.stream'] },
    async (scene) => {
      const client = await scene.connect();
      const { result } = client.functions.stream.open('hang', { key: 'lost stream' });
      const lost = rejection(result);
      await scene.settle();
      await scene.setNetwork(client, false);
      expect(await lost).toMatchObject({ code: 'unavailable' });
      const { chunks } = client.functions.stream.open('parts', [1]);
      expect(await rejection(collect(chunks))).toMatchObject({ code: 'unavailable' });
    },
  );

  scenario(
    'a stream of an unknown function rejects with not-found',
    { needs: ['functions.stream'] },
    async ({ connect }) => {
      const { functions } = await connect();
      expect(await rejection(functions.stream.open('missing').result)).toMatchObject({ code: 'not-found' });
    },
  );
}
