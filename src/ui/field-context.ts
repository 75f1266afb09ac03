/** How a control learns what its Field says of it. */
import { createContext, use } from 'react';

export interface FieldWiring {
  readonly id: string;
  readonly labelId: string;
  /** Of the line with the hint or the error, while there is one. */
  readonly messageId: string | undefined;
  readonly invalid: boolean;
}

export const FieldContext = createContext<FieldWiring | null>(null);

/** What the control of a Field bears; nothing outside of one. */
export function useFieldProps() {
  const field = use(FieldContext);
  return (
    field && {
      id: field.id,
      'aria-describedby': field.messageId,
      'aria-invalid': field.invalid || undefined,
      'data-invalid': field.invalid ? '' : undefined,
    }
  );
}

/** The label's id, for controls that are no element a `<label>` can name. */
export const useFieldLabel = (): string | undefined => use(FieldContext)?.labelId;
