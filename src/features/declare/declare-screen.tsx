/** Placeholder until the feature lands. */
export function DeclareScreen() {
  return <h1>Declare incident</h1>;
}
