/** Limits on documents and queries: a backend's own numbers, given by the caller. `Infinity`: no limit. */
export interface DocsLimits {
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
