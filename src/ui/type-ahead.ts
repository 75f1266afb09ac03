/** Letters typed between asking for a field and its appearance belong to the field. */

/** Whoever waits longer has looked up and seen that there is no field, in milliseconds. */
const longest = 3_000;

/**
 * Collects what is typed from now on, hands it to the first field that gets the focus, and ends. It also ends without one:
 * when the person clicks or presses Escape or Tab, or after three seconds.
 */
export function typeAhead(): void {
  let typed = '';

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      end();
      return;
    }
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else return;
    // Neither a shortcut nor, once the field is there, typed a second time.
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onFocus = (event: FocusEvent) => {
    if (!isField(event.target)) return;
    end();
    if (typed !== '') append(event.target, typed);
  };
  const end = () => {
    clearTimeout(timer);
    removeEventListener('keydown', onKey, true);
    removeEventListener('focusin', onFocus, true);
    removeEventListener('pointerdown', end, true);
  };

  const timer = setTimeout(end, longest);
  addEventListener('keydown', onKey, true);
  addEventListener('focusin', onFocus, true);
  addEventListener('pointerdown', end, true);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is TextField =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && ['text', 'search'].includes(target.type));

/** As if typed at the end: the event tells whoever holds the field's value. */
function append(field: TextField, text: string): void {
  const end = field.value.length;
  field.setRangeText(text, end, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
