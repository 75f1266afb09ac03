/**
 * In the place of `re2js` (45 kB of every documents client), with which the SDK matches regular expressions of pipelines in its
 * cache. Nothing here asks pipelines; one that did would be told.
 */
export const RE2JS = {
  compile(): never {
    throw new Error('This build of the documents SDK matches no regular expressions.');
  },
};
