/** Placeholder until the feature lands. */
export function AlertsScreen() {
  return <h1>Alerts</h1>;
}
