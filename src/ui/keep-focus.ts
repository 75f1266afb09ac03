/**
 * Focus restoration. When the focused element is removed (a button, a row, the opener of a dialog), the focus moves to its nearest
 * remaining ancestor that is a row, panel or dialog, where the next Tab continues.
 */

/** Elements that may get the focus. No buttons: a held key would press them. */
const places = 'li, section, form, [role="region"], [role="dialog"], [role="alertdialog"], main';

interface Focused {
  readonly element: HTMLElement;
  /** Ancestors, nearest first. */
  readonly around: readonly HTMLElement[];
}

/** Length of the history: nested dialogs, and the menu before them. */
const remembered = 8;

/** Watches the document until the returned function is called. */
export function keepFocus(document: Document): () => void {
  let earlier: readonly Focused[] = [];

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const others = earlier.filter(({ element }) => element !== target);
    earlier = [{ element: target, around: ancestors(target) }, ...others].slice(0, remembered);
  };
  const onMutation = () => {
    const { activeElement, body } = document;
    const [last, ...before] = earlier;
    if (!last || (activeElement !== null && activeElement !== body) || last.element.isConnected) return;
    earlier = before;
    const place = last.around.find((one) => one.isConnected && one.matches(places) && !isHidden(one));
    if (place) return focusPlace(place);
    const next = before.find(({ element }) => element.isConnected && !isHidden(element));
    if (next) return next.element.focus({ preventScroll: true });
    onMutation();
  };

  const observer = new MutationObserver(onMutation);
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
  };
}

function ancestors(element: HTMLElement): readonly HTMLElement[] {
  const all: HTMLElement[] = [];
  for (let one = element.parentElement; one && one !== element.ownerDocument.body; one = one.parentElement)
    all.push(one);
  return all;
}

/** Behind a dialog, or closed. */
const isHidden = (element: HTMLElement) =>
  element.closest('[inert], [aria-hidden="true"], [hidden]') !== null;

function focusPlace(place: HTMLElement): void {
  const focusable = place.hasAttribute('tabindex');
  if (!focusable) {
    place.tabIndex = -1;
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
