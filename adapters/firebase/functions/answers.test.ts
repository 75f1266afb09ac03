import { expect, test } from 'vitest';
import { readAnswer, readStream } from './answers.ts';

const json = (body: unknown, status = 200) => Response.json(body, { status });
const events = (...chunks: readonly string[]) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  );

test('the result is read from data, else from result, else rejects', async () => {
  expect(await readAnswer('f', json({ data: 1, result: 2 }))).toBe(1);
  expect(await readAnswer('f', json({ result: 2 }))).toBe(2);
  expect(await readAnswer('f', json({ data: null }))).toBeNull();
  for (const body of [{}, null, 'x', 3])
    await expect(readAnswer('f', json(body))).rejects.toMatchObject({ code: 'internal' });
});

test('wrapped integers become numbers, and other types stay data', async () => {
  const wrapped = (type: string, value: string) => ({ '@type': `type.googleapis.com/${type}`, value });
  const data = [
    wrapped('google.protobuf.Int64Value', '-9'),
    { deep: wrapped('google.protobuf.UInt64Value', '9007199254740993') },
    { '@type': 'mine' },
  ];
  expect(await readAnswer('f', json({ data }))).toEqual([
    -9,
    { deep: 9007199254740992 },
    { '@type': 'mine' },
  ]);
});

test('an error in the body overrides a success status, and without a body the status decides', async () => {
  const refused = json({ error: { status: 'NOT_FOUND', message: 'No.' } });
  await expect(readAnswer('f', refused)).rejects.toMatchObject({ code: 'not-found', message: 'No.' });
  await expect(readAnswer('f', new Response('<html>', { status: 503 }))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('a stream can be split at any byte, also inside a character', async () => {
  const bytes = new TextEncoder().encode('data: {"message":"ü"}\n\n: ping\n\ndata: {"result":"end"}\n\n');
  const response = new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  );
  const parts: unknown[] = [];
  expect(await readStream('f', response, (part) => parts.push(part))).toBe('end');
  expect(parts).toEqual(['ü']);
});

test('a stream that ends without a result rejects with internal, and an interrupted one with unavailable', async () => {
  await expect(readStream('f', events('data: {"message":1}\n\n'), () => {})).rejects.toMatchObject({
    code: 'internal',
  });
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('cut')),
  });
  const response = new Response(broken, { headers: { 'content-type': 'text/event-stream' } });
  await expect(readStream('f', response, () => {})).rejects.toMatchObject({ code: 'unavailable' });
});

test('a function without streaming answers with its result', async () => {
  expect(await readStream('f', json({ result: 5 }), () => {})).toBe(5);
});
