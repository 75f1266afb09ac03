/** Marks a text in the entries of a timeline that are in the document, by the CSS Custom Highlight API: React's elements stay as they are. */
import { type RefObject, useEffect } from 'react';
import { foldText } from '#src/data/client/fold-text.ts';
import { entryAnchor } from '#src/components/timeline-entry.tsx';

/** Names of the highlights, for `::highlight()`. */
const names = { all: 'found', current: 'found-current' } as const;

/** Without the API nothing is marked. `ids`: entries that have the text; `currentId`: the one to which the reader went. */
export function useTextHighlight(
  area: RefObject<HTMLElement | null>,
  text: string,
  ids: ReadonlySet<string>,
  currentId: string | null,
): void {
  useEffect(() => {
    const element = area.current;
    const wanted = foldText(text).trim();
    if (!element || wanted === '' || typeof Highlight === 'undefined') return undefined;
    const mark = () => {
      const ranges: Record<keyof typeof names, Range[]> = { all: [], current: [] };
      for (const part of element.querySelectorAll<HTMLElement>('[data-entry-text]')) {
        const id = part.closest('li')?.id.slice(entryAnchor('').length) ?? '';
        if (ids.has(id)) ranges[id === currentId ? 'current' : 'all'].push(...rangesOf(part, wanted));
      }
      CSS.highlights.set(names.all, new Highlight(...ranges.all));
      CSS.highlights.set(names.current, new Highlight(...ranges.current));
    };
    mark();
    // Scrolling brings other entries into the document.
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      for (const name of Object.values(names)) CSS.highlights.delete(name);
    };
  }, [area, text, ids, currentId]);
}

interface Place {
  readonly node: Text;
  readonly offset: number;
}

/** Where a folded text is in an element, also across links and code. */
function rangesOf(element: HTMLElement, wanted: string): readonly Range[] {
  let folded = '';
  // A position for each letter of `folded`.
  const places: Place[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
    let offset = 0;
    for (const letter of node.data) {
      const part = foldText(letter);
      folded += part;
      for (let index = 0; index < part.length; index++) places.push({ node, offset });
      offset += letter.length;
    }
  }
  const ranges: Range[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [places[at], places[at + wanted.length - 1]];
    if (!first || !last) break;
    const range = document.createRange();
    range.setStart(first.node, first.offset);
    const letter = String.fromCodePoint(last.node.data.codePointAt(last.offset) ?? 0);
    range.setEnd(last.node, last.offset + letter.length);
    ranges.push(range);
  }
  return ranges;
}
