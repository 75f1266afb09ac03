/** The first input of a page load: files of the next screen are fetched then, and not for a visit without input. */
let input: Promise<void> | null = null;

const events = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Resolves at the first input of this page load. */
export function firstInput(): Promise<void> {
  input ??= new Promise<void>((resolve) => {
    const come = () => {
      for (const event of events) removeEventListener(event, come, true);
      resolve();
    };
    for (const event of events) addEventListener(event, come, { capture: true, passive: true });
  });
  return input;
}

const presses = ['pointerdown', 'keydown'] as const;
let isPressAwaited = false;

/** Begins the wait for the page's first press of a pointer or a key. Called by the page, once; returns how to end it. */
export function awaitFirstPress(): () => void {
  isPressAwaited = true;
  const end = () => {
    isPressAwaited = false;
    for (const event of presses) removeEventListener(event, end, true);
  };
  for (const event of presses) addEventListener(event, end, { capture: true, passive: true });
  return end;
}

/** Whether nothing has been pressed yet. False without `awaitFirstPress`. */
export const isFirstPressAwaited = (): boolean => isPressAwaited;
