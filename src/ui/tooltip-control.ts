/** When a tooltip opens and closes. At most one is open on a page. */

/** How long a pointer rests before one opens, in milliseconds. */
const delayMs = 400;
/** For so long after one has closed the next opens at once. */
const warmMs = 300;
/** The way from a control to its tooltip, which stays while the pointer is on it. */
const graceMs = 100;

let closeOpen: (() => void) | null = null;
let warmUntil = 0;

export interface TooltipControl {
  show(anchor: Element): void;
  showSoon(anchor: Element): void;
  hide(): void;
  hideSoon(): void;
  /** The pointer has come back. */
  keep(): void;
}

/** `set` is told what it stands beside, `null` for closed. */
export function tooltipControl(set: (anchor: Element | null) => void): TooltipControl {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOpen = () => closeOpen === hide;
  const keep = () => clearTimeout(timer);

  function hide(): void {
    keep();
    if (!isOpen()) return;
    closeOpen = null;
    warmUntil = performance.now() + warmMs;
    set(null);
  }

  function show(anchor: Element): void {
    keep();
    if (!isOpen()) closeOpen?.();
    closeOpen = hide;
    set(anchor);
  }

  return {
    show,
    hide,
    keep,
    showSoon(anchor) {
      keep();
      if (isOpen()) return;
      const warm = closeOpen !== null || performance.now() < warmUntil;
      timer = setTimeout(() => show(anchor), warm ? 0 : delayMs);
    },
    hideSoon() {
      keep();
      timer = setTimeout(hide, graceMs);
    },
  };
}
