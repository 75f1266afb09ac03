/**
 * Values as bytes whose order is that of `compareValues` (`query/order.ts`), and paths as bytes in the order of `comparePaths`. Equal keys
 * mean equal values.
 */
import { numberOfId } from '#provider-kit/docs/paths.ts';
import { DocRef, type DocValue, GeoPoint, Timestamp, Vector } from '#ports/docs/values.ts';
import { compareText } from '#query/order.ts';

/** First byte of a key, by the order of types. The next type's byte is an upper bound. */
export const keyType = {
  null: 1,
  boolean: 2,
  number: 3,
  timestamp: 4,
  string: 6,
  bytes: 7,
  reference: 8,
  position: 9,
  array: 10,
  vector: 11,
  map: 12,
} as const;

/** Second byte of a number: NaN comes before all others. */
export const notANumber = 0;
const realNumber = 1;

/** Ends a list; every item begins with a greater byte. */
const listEnd = 0;
const itemFollows = 1;
const numberPart = 1;
const textPart = 2;

export function sortKey(value: DocValue): Uint8Array {
  const key = new KeyBytes();
  key.value(value);
  return key.bytes();
}

export function pathKey(path: string): Uint8Array {
  const key = new KeyBytes();
  key.path(path);
  return key.bytes();
}

class KeyBytes {
  private buffer = new Uint8Array(64);
  private length = 0;

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length);
  }

  value(value: DocValue): void {
    if (value === null) this.byte(keyType.null);
    else if (typeof value === 'boolean') {
      this.byte(keyType.boolean);
      this.byte(Number(value));
    } else if (typeof value === 'number') {
      this.byte(keyType.number);
      this.number(value);
    } else if (typeof value === 'string') {
      this.byte(keyType.string);
      this.text(value);
    } else this.object(value);
  }

  path(path: string): void {
    for (const part of path.split('/')) {
      const number = numberOfId(part);
      this.byte(number === null ? textPart : numberPart);
      if (number === null) this.text(part);
      else this.integer(number);
    }
    this.byte(listEnd);
  }

  private object(value: Exclude<DocValue, null | boolean | number | string>): void {
    if (value instanceof Timestamp) {
      this.byte(keyType.timestamp);
      this.integer(BigInt(value.seconds));
      this.integer(BigInt(value.nanoseconds));
    } else if (value instanceof Uint8Array) {
      this.byte(keyType.bytes);
      for (const byte of value) this.escaped(byte);
      this.end();
    } else if (value instanceof DocRef) {
      this.byte(keyType.reference);
      this.path(value.path);
    } else if (value instanceof GeoPoint) {
      this.byte(keyType.position);
      this.number(value.latitude);
      this.number(value.longitude);
    } else if (value instanceof Vector) {
      this.byte(keyType.vector);
      this.integer(BigInt(value.values.length));
      for (const number of value.values) this.number(number);
    } else if (Array.isArray(value)) {
      this.byte(keyType.array);
      for (const item of value) this.value(item as DocValue);
      this.byte(listEnd);
    } else this.map(value as Readonly<Record<string, DocValue>>);
  }

  private map(map: Readonly<Record<string, DocValue>>): void {
    this.byte(keyType.map);
    for (const name of Object.keys(map).sort(compareText)) {
      this.byte(itemFollows);
      this.text(name);
      this.value(map[name] ?? null);
    }
    this.byte(listEnd);
  }

  /** The bits of a double in order: a negative number's are inverted, any other's have the sign set. 0 and -0 are one number. */
  private number(value: number): void {
    if (Number.isNaN(value)) {
      this.byte(notANumber);
      return;
    }
    this.byte(realNumber);
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, value === 0 ? 0 : value);
    const isNegative = value < 0;
    for (let at = 0; at < 8; at++) {
      const byte = bits.getUint8(at);
      this.byte(isNegative ? byte ^ 0xff : at === 0 ? byte ^ 0x80 : byte);
    }
  }

  private integer(value: bigint): void {
    const shifted = BigInt.asUintN(64, value) ^ (1n << 63n);
    for (let shift = 56n; shift >= 0n; shift -= 8n) this.byte(Number((shifted >> shift) & 0xffn));
  }

  /** UTF-16 units, of which surrogates come last, each in one to three bytes: the order of code points, also for half a pair. */
  private text(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      const order = unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
      if (order < 0x80) this.escaped(order);
      else if (order < 0x800) {
        this.byte(0xc0 | (order >> 6));
        this.byte(0x80 | (order & 0x3f));
      } else {
        this.byte(0xe0 | (order >> 12));
        this.byte(0x80 | ((order >> 6) & 0x3f));
        this.byte(0x80 | (order & 0x3f));
      }
    }
    this.end();
  }

  private escaped(byte: number): void {
    this.byte(byte);
    if (byte === 0) this.byte(0xff);
  }

  /** Less than an escaped zero, and than anything that goes on. */
  private end(): void {
    this.byte(0);
    this.byte(1);
  }

  private byte(byte: number): void {
    if (this.length === this.buffer.length) {
      const larger = new Uint8Array(this.length * 2);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.length++] = byte;
  }
}
