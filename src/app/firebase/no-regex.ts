/**
 * Replacement of `re2js` (45 kB of every documents client), which the SDK needs for regular expressions of pipelines. The app uses
 * no pipelines; one that did would throw.
 */
export const RE2JS = {
  compile(): never {
    throw new Error('This build of the documents SDK matches no regular expressions.');
  },
};
