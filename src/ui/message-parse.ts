/** One run of a message. A `link` is always http or https; everything else is text to show as it is. */
export interface MessagePart {
  readonly kind: 'text' | 'link' | 'code' | 'block';
  readonly text: string;
}

const special = /```(?:[a-z]*\n)?([\s\S]+?)```|`([^`\n]+)`|https?:\/\/[^\s<>"'`]+/gi;

/** Splits plain text into links, code spans, fenced blocks and the text between. Nothing of it is ever markup. */
export function parseMessage(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  const push = (kind: MessagePart['kind'], text: string) => {
    if (text !== '') parts.push({ kind, text });
  };
  for (const match of message.matchAll(special)) {
    push('text', message.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, block, code] = match;
    if (block !== undefined) push('block', block.replace(/\n$/, ''));
    else if (code !== undefined) push('code', code);
    else {
      const url = withoutTail(whole);
      push('link', url);
      end -= whole.length - url.length;
    }
  }
  push('text', message.slice(end));
  return parts;
}

/** A sentence's own punctuation after a link is not part of it; a bracket is when the link opened it. */
function withoutTail(url: string): string {
  const trimmed = url.replace(/[.,:;!?]+$/, '');
  const unopened = trimmed.split(')').length > trimmed.split('(').length;
  return trimmed.endsWith(')') && unopened ? withoutTail(trimmed.slice(0, -1)) : trimmed;
}
