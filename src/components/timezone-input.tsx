/** Choice of a time zone; put it in a Field. */
import { isSameZone, namedZones } from '#domain/timezone.ts';
import type { ComboboxOption } from '#src/ui/combobox.tsx';
import { SingleCombobox } from '#src/ui/single-combobox.tsx';

let zones: readonly ComboboxOption[] | null = null;

/** All time zones, from the first use on. */
const allZones = (): readonly ComboboxOption[] =>
  (zones ??= namedZones().map(({ id, otherNames }) => ({
    id,
    label: id.replaceAll('_', ' '),
    // “New York” and “New_York”.
    keywords: [id, ...otherNames, ...otherNames.map((name) => name.replaceAll('_', ' '))].join(' '),
  })));

/** The value's zone under the name by which it is listed; the value itself where it is not. */
function listedId(value: string): string {
  const all = allZones();
  if (all.some(({ id }) => id === value)) return value;
  return all.find(({ id }) => isSameZone(id, value))?.id ?? value;
}

/** All time zones, preceded by the chosen one if it is not among them. */
function optionsFor(chosen: string): readonly ComboboxOption[] {
  const all = allZones();
  return chosen === '' || all.some(({ id }) => id === chosen) ? all : [{ id: chosen, label: chosen }, ...all];
}

export interface TimezoneInputProps {
  /** Any name of the zone. Empty: none. */
  readonly value: string;
  readonly onChange: (timezone: string) => void;
}

export function TimezoneInput({ value, onChange }: TimezoneInputProps) {
  const id = value === '' ? '' : listedId(value);
  return (
    <SingleCombobox
      options={optionsFor(id)}
      value={id}
      onChange={onChange}
      placeholder="Europe/Berlin"
      empty="There is no such time zone. Type the name of a large city."
    />
  );
}
