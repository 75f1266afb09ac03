/** D-Bus's wire format, little-endian, as far as notifications of a desktop need it. */

/** Value: a string is `s` or `o`; a variant is decoded to its content. */
export type BusValue = number | bigint | string | readonly BusValue[];

export interface BusMessage {
  readonly type: number;
  readonly serial: number;
  readonly member: string;
  readonly body: readonly BusValue[];
}

export interface Reply {
  readonly type: 'return' | 'error' | 'signal';
  readonly serial: number;
  /** Source of a signal. */
  readonly from?: { readonly path: string; readonly interface: string; readonly member: string };
  readonly errorName?: string;
  readonly replyTo?: number;
  readonly sender: string;
  readonly signature?: string;
  readonly body?: readonly BusValue[];
}

const headSize = 16;
const sizes: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  n: 2,
  q: 2,
  x: 8,
  t: 8,
  d: 8,
  '(': 8,
  '{': 8,
};
const alignmentOf = (type: string): number => sizes[type.charAt(0)] ?? 4;
const upTo = (at: number, alignment: number): number => Math.ceil(at / alignment) * alignment;

/** Length of the message that begins here; `null` while it is unknown. */
export function messageLength(bytes: Buffer): number | null {
  if (bytes.length < headSize) return null;
  return upTo(headSize + bytes.readUInt32LE(12), 8) + bytes.readUInt32LE(4);
}

export function readMessage(bytes: Buffer): BusMessage {
  const reader = new Reader(bytes);
  reader.at = 12;
  const fields = new Map(
    (reader.read('a(yv)') as readonly (readonly [number, BusValue])[]).map(([code, value]) => [code, value]),
  );
  reader.at = upTo(reader.at, 8);
  return {
    type: bytes.readUInt8(1),
    serial: bytes.readUInt32LE(8),
    member: String(fields.get(3) ?? ''),
    body: typesIn(String(fields.get(8) ?? '')).map((type) => reader.read(type)),
  };
}

const types = { return: 2, error: 3, signal: 4 } as const;

export function writeMessage(reply: Reply): Buffer {
  const { type, serial, from, errorName, replyTo, sender, signature = '', body = [] } = reply;
  const content = new Writer();
  for (const [index, each] of typesIn(signature).entries()) content.write(each, body[index] ?? '');
  const head = new Writer();
  for (const byte of ['l'.charCodeAt(0), types[type], 1, 1]) head.write('y', byte);
  head.write('u', content.bytes.length);
  head.write('u', serial);
  const fields: [code: number, type: string, value: BusValue | undefined][] = [
    [1, 'o', from?.path],
    [2, 's', from?.interface],
    [3, 's', from?.member],
    [4, 's', errorName],
    [5, 'u', replyTo],
    [7, 's', sender],
    [8, 'g', signature === '' ? undefined : signature],
  ];
  const given = fields.filter(([, , value]) => value !== undefined);
  head.array(8, () => {
    for (const [code, kind, value] of given) {
      head.align(8);
      head.write('y', code);
      head.write('g', kind);
      head.write(kind, value ?? '');
    }
  });
  head.align(8);
  return Buffer.from([...head.bytes, ...content.bytes]);
}

/** The complete types that a signature is made of. */
function typesIn(signature: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < signature.length;) {
    const end = endOfType(signature, at);
    found.push(signature.slice(at, end));
    at = end;
  }
  return found;
}

function endOfType(signature: string, at: number): number {
  const first = signature.charAt(at);
  if (first === 'a') return endOfType(signature, at + 1);
  if (first !== '(' && first !== '{') return at + 1;
  let end = at + 1;
  while (!')}'.includes(signature.charAt(end))) end = endOfType(signature, end);
  return end + 1;
}

class Reader {
  at = 0;
  private readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  read(type: string): BusValue {
    this.at = upTo(this.at, alignmentOf(type));
    switch (type.charAt(0)) {
      case 'y':
        return this.bytes.readUInt8(this.skip(1));
      case 'n':
      case 'q':
        return this.bytes.readUInt16LE(this.skip(2));
      case 'i':
        return this.bytes.readInt32LE(this.skip(4));
      case 'x':
      case 't':
        return this.bytes.readBigUInt64LE(this.skip(8));
      case 'd':
        return this.bytes.readDoubleLE(this.skip(8));
      case 's':
      case 'o':
        return this.text(this.bytes.readUInt32LE(this.skip(4)));
      case 'g':
        return this.text(this.bytes.readUInt8(this.skip(1)));
      case 'v':
        return this.read(String(this.read('g')));
      case 'a':
        return this.list(type.slice(1));
      case '(':
      case '{':
        return typesIn(type.slice(1, -1)).map((each) => this.read(each));
      default:
        return this.bytes.readUInt32LE(this.skip(4));
    }
  }

  private list(type: string): readonly BusValue[] {
    const length = this.bytes.readUInt32LE(this.skip(4));
    this.at = upTo(this.at, alignmentOf(type));
    const end = this.at + length;
    const values: BusValue[] = [];
    while (this.at < end) values.push(this.read(type));
    return values;
  }

  private text(length: number): string {
    return this.bytes.toString('utf8', this.skip(length + 1), this.at - 1);
  }

  /** Skips bytes and returns the offset before. */
  private skip(count: number): number {
    this.at += count;
    return this.at - count;
  }
}

class Writer {
  readonly bytes: number[] = [];

  align(alignment: number): void {
    while (this.bytes.length % alignment !== 0) this.bytes.push(0);
  }

  /** Numbers of four bytes and of one, texts, and lists of such. */
  write(type: string, value: BusValue): void {
    this.align(alignmentOf(type));
    if (type.startsWith('a') && Array.isArray(value)) {
      const each = type.slice(1);
      this.array(alignmentOf(each), () => {
        for (const one of value as readonly BusValue[]) this.write(each, one);
      });
      return;
    }
    if (type === 'y') return void this.bytes.push(Number(value));
    if (!'sog'.includes(type)) return this.number(Number(value));
    const text = Buffer.from(String(value));
    if (type === 'g') this.bytes.push(text.length);
    else this.number(text.length);
    this.bytes.push(...text, 0);
  }

  /** Writes an array: first its length in bytes, which excludes the padding before the first element. */
  array(alignment: number, write: () => void): void {
    this.align(4);
    const lengthAt = this.bytes.length;
    this.number(0);
    this.align(alignment);
    const start = this.bytes.length;
    write();
    const length = Buffer.alloc(4);
    length.writeUInt32LE(this.bytes.length - start);
    this.bytes.splice(lengthAt, 4, ...length);
  }

  private number(value: number): void {
    const four = Buffer.alloc(4);
    four.writeUInt32LE(value);
    this.bytes.push(...four);
  }
}
