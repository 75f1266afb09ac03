/** Parts of paths. */

/** The last part: the document's id, or the collection's name. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The collection that a document is in. */
export const collectionOf = (documentPath: string): string =>
  documentPath.slice(0, documentPath.lastIndexOf('/'));
