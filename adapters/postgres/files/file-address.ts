/** Addresses of files below the server's address for them. */

/** Segments keep their slashes. */
const pathText = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Of the public download address. */
export const sharedAddress = (path: string, token: string): string => `shared/${token}/${pathText(path)}`;

/** Of the content, for authorized callers. */
export const contentAddress = (path: string): string => `content/${pathText(path)}`;

export const pieceAddress = (id: string, offset: number): string => `uploads/${id}/${offset}`;

/** The part of an address below the server's for files; `null` for none. */
export type FileAddress =
  | { readonly kind: 'shared'; readonly token: string; readonly path: string }
  | { readonly kind: 'content'; readonly path: string }
  | { readonly kind: 'piece'; readonly id: string; readonly offset: number };

export function fileAddressOf(below: string): FileAddress | null {
  const [kind, first = '', ...rest] = below.split('/');
  if (kind === 'shared') return withPath(rest, (path) => ({ kind, token: first, path }));
  if (kind === 'content') return withPath([first, ...rest], (path) => ({ kind, path }));
  if (kind === 'uploads' && rest.length === 1 && /^\d{1,15}$/u.test(rest[0] ?? ''))
    return { kind: 'piece', id: first, offset: Number(rest[0]) };
  return null;
}

function withPath(segments: readonly string[], address: (path: string) => FileAddress): FileAddress | null {
  try {
    return address(segments.map(decodeURIComponent).join('/'));
  } catch {
    // An escape that is none.
    return null;
  }
}
