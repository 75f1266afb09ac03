/** Placeholder until the feature lands. */
export function MeScreen() {
  return <h1>Me</h1>;
}
