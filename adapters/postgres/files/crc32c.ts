/** Checksum CRC32C of a content that arrives in pieces (RFC 4960, appendix B). */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

export class Crc32c {
  private value = 0xffffffff;

  update(bytes: Uint8Array): void {
    let { value } = this;
    for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0);
    this.value = value;
  }

  /** Base64 of the four bytes, the highest first. */
  digest(): string {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(~this.value >>> 0);
    return bytes.toString('base64');
  }
}
