/** Lines of the host’s log. */

export const isLogLine = (line: string): boolean => line.startsWith('{');

/** Error of a line, with where it is from and without its stack; `null` for other lines. */
export function errorOfLine(line: string): string | null {
  if (!isLogLine(line)) return /^[A-Z]\w*Error\b/u.test(line) ? line : null;
  const { level, from, code, error, cause } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  if (level !== 'error') return null;
  const [first = '', second = ''] = String(error).split('\n');
  return [from, code, first, second.trim(), cause].filter((part) => part !== undefined).join(' | ');
}
