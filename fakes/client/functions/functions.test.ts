/** Streams meet faults as calls do. */
import { expect, test } from 'vitest';
import { settle } from '#provider-kit/movable-clock.ts';
import { FakeCloud } from '#fakes/cloud/cloud.ts';
import { connect } from '../client.ts';

let runs = 0;

async function streaming() {
  runs = 0;
  const cloud = new FakeCloud({
    functions: {
      callables: {
        parts: (_input, { send }) => {
          runs++;
          send(1);
          return Promise.resolve('done');
        },
      },
    },
  });
  const client = connect(cloud);
  await settle();
  return { cloud, client };
}

test('a stream whose answer was lost has run and rejects with unavailable', async () => {
  const { cloud, client } = await streaming();
  await client.control.inject({ kind: 'lose-answer', service: 'functions', operation: 'stream:parts' });
  await expect(client.functions.stream.open('parts').result).rejects.toMatchObject({ code: 'unavailable' });
  expect(runs).toBe(1);
  await cloud.advance(1000);
  expect(await client.functions.stream.open('parts').result).toBe('done');
});

test('latency delays a stream, and one cancelled meanwhile never runs', async () => {
  const { cloud, client } = await streaming();
  await client.control.inject({ kind: 'latency', service: 'functions', ms: 1000, times: 2 });
  const aborter = new AbortController();
  const { result } = client.functions.stream.open('parts');
  const cancelled = client.functions.stream
    .open('parts', null, { signal: aborter.signal })
    .result.catch((error: unknown) => error);
  await cloud.advance(999);
  expect(runs).toBe(0);
  aborter.abort();
  await cloud.advance(1);
  expect(await result).toBe('done');
  expect(await cancelled).toMatchObject({ code: 'cancelled' });
  expect(runs).toBe(1);
});
