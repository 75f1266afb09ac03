/**
 * In the place of inversify's metadata shim: nothing here is decorated, so nothing is ever looked up. Imported for its effect,
 * of which there is none.
 */
export default null;
