/** Telling somebody later, with what every platform has, said without the DOM library. */
declare const console: { error(what: unknown): void };
declare function queueMicrotask(run: () => void): void;

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
