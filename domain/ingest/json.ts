/** JSON as senders send it: with a byte order mark, and with numbers of more digits than a JavaScript number holds. */

const byteOrderMark = '\uFEFF';
/** A number of at least 16 signs. Also finds some that stand in texts, at the cost of time alone. */
const longNumber = /[:[,\s]-?\d[\d.eE+-]{15}/u;

/** Undefined for what is no JSON. A number whose digits a JavaScript number can't hold is a text of these digits. */
export function parseJson(text: string): unknown {
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  try {
    const value: unknown = JSON.parse(json);
    return longNumber.test(json) || /^-?\d/u.test(json) ? JSON.parse(quoteLongNumbers(json)) : value;
  } catch {
    return undefined;
  }
}

const token = /"|-?\d[\d.eE+-]*/gu;

/** Valid JSON, with the numbers that would lose digits in quotes. */
function quoteLongNumbers(json: string): string {
  const parts: string[] = [];
  let copied = 0;
  token.lastIndex = 0;
  for (let match = token.exec(json); match !== null; match = token.exec(json)) {
    const [found] = match;
    if (found === '"') {
      token.lastIndex = endOfText(json, match.index);
    } else if (losesDigits(found)) {
      parts.push(json.slice(copied, match.index), '"', found, '"');
      copied = match.index + found.length;
    }
  }
  return parts.join('') + json.slice(copied);
}

/** Up to 15 significant digits survive in a number; of whole numbers also those below 2^53. */
function losesDigits(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return true;
  const digits = source
    .replace(/[eE].*$/u, '')
    .replaceAll(/[-.]/gu, '')
    .replace(/^0+/u, '')
    .replace(/0+$/u, '');
  return (
    digits.length > 15 && String(value) !== source && !(digits.length === 16 && Number.isSafeInteger(value))
  );
}

/** Index behind the text in quotes that begins at `at`; the end of `json` where the text does not end. */
export function endOfText(json: string, at: number): number {
  for (let index = json.indexOf('"', at + 1); index !== -1; index = json.indexOf('"', index + 1)) {
    let escapes = 0;
    while (json.charCodeAt(index - 1 - escapes) === 0x5c) escapes += 1;
    if (escapes % 2 === 0) return index + 1;
  }
  return json.length;
}
