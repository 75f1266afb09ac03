import { expect, test } from 'vitest';
import { FrameReader, framesOf } from './frames.ts';

function read(frames: readonly string[]): readonly string[] {
  const messages: string[] = [];
  const reader = new FrameReader((message) => messages.push(message));
  for (const frame of frames) reader.read(frame);
  return messages;
}

test('a short message is one frame, and a longer one a count and its parts', () => {
  const short = JSON.stringify('x'.repeat(16_382));
  expect(framesOf(short)).toEqual([short]);
  const long = JSON.stringify('x'.repeat(16_383));
  expect(framesOf(long).map(({ length }) => length)).toEqual([1, 16_384, 1]);
  expect(framesOf(long)[0]).toBe('2');
  expect(read([...framesOf(short), ...framesOf(long)])).toEqual([short, long]);
});

test('no part ends inside a character', () => {
  const text = `{"a":"${'🚒'.repeat(30_000)}"}`;
  for (const frame of framesOf(text)) expect(frame.isWellFormed()).toBe(true);
  expect(read(framesOf(text))).toEqual([text]);
});

test('a keep-alive is skipped unless it is part of a message', () => {
  expect(read(['0', '{}', '0', '2', '{"a":1', '0}', '0'])).toEqual(['{}', '{"a":10}']);
  expect(read(['3', '"', '0', '"'])).toEqual(['"0"']);
});
