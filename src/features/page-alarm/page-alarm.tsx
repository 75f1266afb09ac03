/** Placeholder until the feature lands. */
export function PageAlarmHost() {
  return null;
}
