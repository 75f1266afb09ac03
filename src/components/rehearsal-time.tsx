/** Beginning of a rehearsed page: now, or a time of the reader's own clock. */
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';

export interface RehearsalTimeProps {
  /** Value of the field; empty: now. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly now: number;
}

export const RehearsalTime = ({ value, onChange, now }: RehearsalTimeProps) => (
  <>
    <Field label="At" hint="Empty: now. Nobody is paged by a rehearsal." compact>
      <TextInput type="datetime-local" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
    <div>
      <Button size="small" onClick={() => onChange(nextNight(now))}>
        At the next 03:00
      </Button>
    </div>
  </>
);

/** The coming 03:00 of the reader’s own clock, as the field has it. */
function nextNight(now: number): string {
  const night = new Date(now);
  if (night.getHours() >= 3) night.setDate(night.getDate() + 1);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${night.getFullYear()}-${part(night.getMonth() + 1)}-${part(night.getDate())}T03:00`;
}

/** An instant of the reader’s own clock; null for what is none. */
export function instantOfField(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}
