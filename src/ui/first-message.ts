/** The first sentence among a form's errors of a list, which are by row and field; null for none. */
export function firstMessage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if ('message' in error && typeof error.message === 'string' && error.message !== '') return error.message;
  for (const [name, part] of Object.entries(error)) {
    const message = name === 'ref' ? null : firstMessage(part);
    if (message !== null) return message;
  }
  return null;
}
