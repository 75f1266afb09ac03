/** Placeholder until the feature lands. */
export function IncidentsScreen() {
  return <h1>Incidents</h1>;
}
