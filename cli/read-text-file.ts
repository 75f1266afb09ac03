/** Text of a file, a pipe or a device, with a bound. */
import { closeSync, openSync, readSync } from 'node:fs';

const pieceBytes = 65_536;

/** Null: the file is larger. @throws the error of the file system */
export function readTextFile(file: string, mostBytes: number): string | null {
  const descriptor = openSync(file, 'r');
  try {
    const pieces: Buffer[] = [];
    for (let size = 0; size <= mostBytes;) {
      const piece = Buffer.alloc(pieceBytes);
      const read = readSync(descriptor, piece);
      if (read === 0) return Buffer.concat(pieces).toString('utf8');
      pieces.push(piece.subarray(0, read));
      size += read;
    }
    return null;
  } finally {
    closeSync(descriptor);
  }
}
