/** Responses of callable functions. */
import { mapFields } from '#provider-kit/visit-values.ts';
import type { Json } from '#ports/shared.ts';

const wholeNumbers = new Set([
  'type.googleapis.com/google.protobuf.Int64Value',
  'type.googleapis.com/google.protobuf.UInt64Value',
]);

/** 64-bit integers come wrapped; they become numbers, as near as a number can be. Anything else is as it came. */
export function decode(value: Json): Json {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as { readonly [key: string]: Json };
  const type = fields['@type'];
  if (typeof type === 'string' && wholeNumbers.has(type)) return Number(fields['value']);
  return mapFields(fields, decode);
}

/** The `data` of server-sent events, one by one. Comments and other fields are passed over. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      text += done ? '\n' : decoder.decode(value, { stream: true });
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
      if (done) return;
    }
  } finally {
    reader.releaseLock();
  }
}
