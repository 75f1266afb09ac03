/** Choice of a time zone; put it in a Field. */
import { Combobox } from '#src/ui/combobox.tsx';

const zones = Intl.supportedValuesOf('timeZone').map((id) => ({ id, label: id.replaceAll('_', ' ') }));

/** All time zones, preceded by the chosen one if it is not among them. */
const optionsFor = (chosen: string) =>
  chosen === '' || zones.some(({ id }) => id === chosen) ? zones : [{ id: chosen, label: chosen }, ...zones];

export interface TimezoneInputProps {
  /** Empty: none. */
  readonly value: string;
  readonly onChange: (timezone: string) => void;
}

export const TimezoneInput = ({ value, onChange }: TimezoneInputProps) => (
  <Combobox
    options={optionsFor(value)}
    value={value === '' ? [] : [value]}
    onChange={(ids) => onChange(ids.at(-1) ?? '')}
    placeholder="Europe/Berlin"
    empty="There is no such time zone. Type the name of a large city."
  />
);
