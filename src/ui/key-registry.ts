import { hasModifier, isApple, parseCombo, pressMatches } from './key-combo.ts';

export interface KeyBinding {
  /** Key combination such as `c`, `mod+k` or `g i`. */
  readonly combo: string;
  /** Action of the key, as a verb: "Save". */
  readonly label: string;
  /** The heading it stands under in the sheet of keys. */
  readonly group: string;
  /** Whether it is active while the person types; combos with a modifier always are. */
  readonly whileTyping: boolean;
  readonly run: (event: KeyboardEvent) => void;
}

/** A layer, such as a dialog: while it is open only its own shortcuts are active. */
export type KeyScopeId = symbol;

export interface KeyRegistry {
  /** The newest binding of a combo wins. Returns the removal. */
  bind(scope: KeyScopeId, binding: KeyBinding): () => void;
  /** Puts a scope on top of those already open. Returns the removal. */
  open(scope: KeyScopeId): () => void;
  /** Active bindings in the order bound; the same array until it changes. */
  active(): readonly KeyBinding[];
  handle(event: KeyboardEvent): void;
}

export const pageScope: KeyScopeId = Symbol('page');

/** Time limit for the second stroke of a sequence, in milliseconds. */
const sequenceWindow = 1_200;

export function createKeyRegistry(onApple: boolean = isApple()): KeyRegistry {
  const bindings: { readonly scope: KeyScopeId; readonly binding: KeyBinding }[] = [];
  const scopes: KeyScopeId[] = [];
  let cached: readonly KeyBinding[] | null = null;
  let pending: { readonly presses: readonly KeyboardEvent[]; readonly at: number } | null = null;

  const changed = () => {
    cached = null;
  };
  const active = () => {
    const top = scopes.at(-1) ?? pageScope;
    cached ??= bindings.filter((entry) => entry.scope === top).map((entry) => entry.binding);
    return cached;
  };
  const remover = <T>(list: T[], item: T, then: () => void) => {
    list.push(item);
    then();
    return () => {
      const index = list.lastIndexOf(item);
      if (index >= 0) list.splice(index, 1);
      then();
    };
  };
  /** Cancels a sequence when the layer changes; mounting and unmounting of bindings does not. */
  const otherLayer = () => {
    pending = null;
    changed();
  };

  const handle = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
    const typing = isTyping(event.target);
    const earlier = pending && event.timeStamp - pending.at <= sequenceWindow ? pending.presses : [];
    pending = null;

    for (const presses of earlier.length > 0 ? [[...earlier, event], [event]] : [[event]]) {
      const outcome = find(active(), presses, typing, onApple);
      if (outcome.match) {
        event.preventDefault();
        outcome.match.run(event);
        return;
      }
      if (outcome.begun && !event.repeat) {
        pending = { presses, at: event.timeStamp };
        return;
      }
    }
  };

  return {
    bind: (scope, binding) => remover(bindings, { scope, binding }, changed),
    open: (scope) => remover(scopes, scope, otherLayer),
    active,
    handle,
  };
}

function find(
  bindings: readonly KeyBinding[],
  presses: readonly KeyboardEvent[],
  typing: boolean,
  onApple: boolean,
) {
  let begun = false;
  for (const binding of bindings.toReversed()) {
    const strokes = parseCombo(binding.combo);
    if (strokes.length < presses.length) continue;
    if (typing && !binding.whileTyping && !strokes.every(hasModifier)) continue;
    const fits = presses.every((press, index) => {
      const stroke = strokes[index];
      return stroke !== undefined && pressMatches(stroke, press, onApple);
    });
    if (!fits) continue;
    if (strokes.length === presses.length) return { match: binding, begun: false };
    begun = true;
  }
  return { match: null, begun };
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'Alt';
}

const untyped = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** An editable text field. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !untyped.has(target.type) && !target.readOnly && !target.disabled;
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled;
  return target.isContentEditable;
}

/** Whether letters are input here (text field, open menu) and no shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !untyped.has(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return (
    target.isContentEditable || target.closest('[role="menu"], [role="listbox"], [role="textbox"]') !== null
  );
}
