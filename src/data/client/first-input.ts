/** The first sign that somebody is at this page: what a visitor may need next is fetched then, and not for one who only looks. */
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
