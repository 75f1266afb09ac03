/** Time zones as the choices of a Combobox. */

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') }));

/** All time zones, preceded by the chosen one if it is not among them. */
export const timezoneOptions = (chosen: string): readonly { readonly id: string; readonly label: string }[] =>
  chosen === '' || zones.some(({ id }) => id === chosen) ? zones : [{ id: chosen, label: chosen }, ...zones];

export const noSuchZone = 'There is no such time zone. Type the name of a large city.';
