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
