/** Time zones as the choices of a Combobox. */

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') }));

/** All of them, and the chosen one if it has another name. */
export const timezoneOptions = (chosen: string): readonly { readonly id: string; readonly label: string }[] =>
  chosen === '' || zones.some(({ id }) => id === chosen) ? zones : [{ id: chosen, label: chosen }, ...zones];

export const noSuchZone = 'There is no such time zone. Type the name of a large city.';
