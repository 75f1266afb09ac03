/** Runs `tell` after the code that runs now. What it throws is logged and harms nobody else. */
export function later(tell: () => void): void {
  queueMicrotask(() => {
    try {
      tell();
    } catch (error) {
      console.error(error);
    }
  });
}
