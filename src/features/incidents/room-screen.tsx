/** Placeholder until the feature lands. */
export function RoomScreen({ number }: { readonly number: number }) {
  return <h1>Incident #{number}</h1>;
}
