/** Limits on queries. `Infinity`: no limit. */
export interface QueryLimits {
  /** Alternatives of a query whose filters are written out as an “or” of “and”s. */
  readonly alternatives: number;
  /** Values of one “not-in”. */
  readonly excluded: number;
  /** Fields compared by more or less. */
  readonly inequalities: number;
  /** Filters of all alternatives, orders and parents together. */
  readonly parts: number;
  /** Documents of one “nearest”. */
  readonly neighbours: number;
  /** Numbers of the vector of one “nearest”. */
  readonly dimensions: number;
}

/** Limits on arguments that need nothing else to be checked. Past one: a `TypeError`, thrown at once. */
export interface ArgumentLimits {
  /** Bytes of an id, and of the name of a collection. */
  readonly idBytes: number;
  /** Bytes of the path of a document or a collection. */
  readonly pathBytes: number;
  /** Collections in a path, one below the other. */
  readonly collections: number;
  /** Bytes of a field's name or path, as it is given. */
  readonly fieldPathBytes: number;
  /** Maps and arrays inside each other, not counting the document itself: at most 100. */
  readonly levels: number;
  /** Numbers of a vector. */
  readonly vectorNumbers: number;
}

/** Limits on documents and queries, published by a provider. Past one: `invalid-argument`, nothing is done. */
export interface DocsLimits extends QueryLimits, ArgumentLimits {
  /** Bytes of one document: its name, its fields' names and values, and 32. */
  readonly documentBytes: number;
  /** Bytes of one field's value. */
  readonly valueBytes: number;
  /** Bytes of a path of nested fields, with the dots between the names. Where it is given as a text, or is one name: a `TypeError`. */
  readonly fieldPathBytes: number;
  /** Bytes of one write, batch or transaction. */
  readonly commitBytes: number;
  /** Times, sums, unions and removals done to one document in one commit. */
  readonly operations: number;
  /** Index entries of one document: two for each value and for each different element of an array, and those of composite indexes. */
  readonly indexEntries: number;
}
