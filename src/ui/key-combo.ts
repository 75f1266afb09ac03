/**
 * Notation of shortcuts: `c`, `?`, `shift+a`, `mod+k`, `Escape`, or a sequence such as `g i`.
 * `mod` is ⌘ on Apple keyboards and Ctrl elsewhere.
 */
interface Stroke {
  readonly key: string;
  readonly mod: boolean;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** The fields of a keyboard event that a shortcut depends on. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

export function isApple(): boolean {
  return typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
}

export function parseCombo(combo: string): readonly Stroke[] {
  return combo
    .trim()
    .split(/\s+/)
    .map((stroke) => {
      const parts = stroke.split('+');
      const key = parts.at(-1) ?? '';
      return { key, mod: parts.includes('mod'), shift: parts.includes('shift'), alt: parts.includes('alt') };
    });
}

/** Whether a stroke needs a modifier, and so may be pressed while typing. */
export function hasModifier(stroke: Stroke): boolean {
  return stroke.mod || stroke.alt;
}

export function pressMatches(stroke: Stroke, press: KeyPress, apple: boolean): boolean {
  const mod = apple ? press.metaKey : press.ctrlKey;
  const other = apple ? press.ctrlKey : press.metaKey;
  if (mod !== stroke.mod || other || press.altKey !== stroke.alt) return false;

  const letter = /^[a-z]$/i.test(stroke.key);
  if (letter && press.shiftKey !== stroke.shift) return false;
  if (press.key.toLowerCase() === stroke.key.toLowerCase()) return true;
  // Layouts without Latin letters: compare the key's position.
  return letter && !/^[\u0020-\u007e]$/.test(press.key) && press.code === `Key${stroke.key.toUpperCase()}`;
}

const apple: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', Enter: '↵', Escape: 'Esc' };
const other: Record<string, string> = { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', Enter: '↵', Escape: 'Esc' };
const arrows: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

/** Labels of the keys of each stroke. */
export function comboCaps(combo: string, onApple: boolean): readonly (readonly string[])[] {
  const names = onApple ? apple : other;
  return combo
    .trim()
    .split(/\s+/)
    .map((stroke) =>
      stroke
        .split('+')
        .map((part) => names[part] ?? arrows[part] ?? (part.length === 1 ? part.toUpperCase() : part)),
    );
}
