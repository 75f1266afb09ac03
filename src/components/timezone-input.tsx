/** Choice of a time zone; put it in a Field. */
import { isSameZone, namedZones, zoneText } from '#domain/timezone.ts';
import { Combobox, type ComboboxOption } from '#src/ui/combobox.tsx';

const zones: readonly ComboboxOption[] = namedZones().map(({ id, otherNames }) => ({
  id,
  label: zoneText(id),
  // “New York” and “New_York”.
  keywords: [id, ...otherNames, ...otherNames.map(zoneText)].join(' '),
}));

/** The value's zone under the name by which it is listed; the value itself where it is not. */
const listedId = (value: string): string => zones.find(({ id }) => isSameZone(id, value))?.id ?? value;

/** All time zones, preceded by the chosen one if it is not among them. */
const optionsFor = (chosen: string) =>
  chosen === '' || zones.some(({ id }) => id === chosen) ? zones : [{ id: chosen, label: chosen }, ...zones];

export interface TimezoneInputProps {
  /** Any name of the zone. Empty: none. */
  readonly value: string;
  readonly onChange: (timezone: string) => void;
}

export function TimezoneInput({ value, onChange }: TimezoneInputProps) {
  const id = value === '' ? '' : listedId(value);
  return (
    <Combobox
      options={optionsFor(id)}
      value={id === '' ? [] : [id]}
      onChange={(ids) => onChange(ids.at(-1) ?? '')}
      placeholder="Europe/Berlin"
      empty="There is no such time zone. Type the name of a large city."
    />
  );
}
