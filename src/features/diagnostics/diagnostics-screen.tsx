/** Placeholder until the feature lands. */
export function DiagnosticsScreen() {
  return <h1>Diagnostics</h1>;
}
