/** Placeholder until the feature lands. */
export function OnCallScreen() {
  return <h1>On call</h1>;
}
