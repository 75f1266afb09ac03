/** CBOR (RFC 8949) of what authenticators send. */
export type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if ('length' in value) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...value].flatMap(([key, content]) => [cbor(key), cbor(content)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** First bytes of a value of a major type: its number or length. */
function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.of((major << 5) | count);
  if (count < 256) return Buffer.of((major << 5) | 24, count);
  return Buffer.of((major << 5) | 25, count >> 8, count & 255);
}
