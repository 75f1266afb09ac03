/** Shifted date of a process or a browser: `Date` runs on from `from`, timers as usual. */

/** The script that shifts `Date` by this many milliseconds; run twice, it shifts twice. */
export const shiftedDate = (milliseconds: number): string => `{
  const Unshifted = Date;
  globalThis.Date = class Date extends Unshifted {
    constructor(...given) {
      if (given.length === 0) super(Unshifted.now() + ${milliseconds});
      else super(...given);
    }
    static now() {
      return Unshifted.now() + ${milliseconds};
    }
  };
}`;

/** Variables of a Node process whose `Date` is shifted. */
export const shiftedProcess = (milliseconds: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shiftedDate(milliseconds))}`,
});
