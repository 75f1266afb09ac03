/** Paths of files, as Cloud Storage takes them. */
import { utf8 } from '../utf8.ts';

const longestPath = 1024;

/** @throws TypeError unless it is the path of a file; `''`, the root, only where `root` says so */
export function checkFilePath(path: string, root = false): void {
  if (path === '' && root) return;
  const valid = path.split('/').every(isSegment) && utf8(path).length <= longestPath;
  if (!valid) throw new TypeError(`"${path}" is no path of an object.`);
}

const isSegment = (segment: string): boolean =>
  segment !== '' && segment !== '.' && segment !== '..' && !Array.from(segment).some(isControl);

const isControl = (character: string): boolean => character < ' ' || character === '\u007f';
