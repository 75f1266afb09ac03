/** Keys of stored records. */
import type { ServiceName } from '#ports/control.ts';

/** Keys of one service's records are between its prefix and its end. */
export const servicePrefix = (service: ServiceName): string => `${service}:`;
/** `;` is the character after `:`. */
export const serviceEnd = (service: ServiceName): string => `${service};`;

/** Keys of the documents' own records, and of blocks of documents. */
export const docPrefix = `${servicePrefix('docs')}doc/`;
export const blockPrefix = `${servicePrefix('docs')}block/`;

/** Value of a document's own record that says that it is removed, where a block may still hold it. */
export const removedDoc = null;
