/** Ids and state that a Field passes to its control. */
import { createContext, use } from 'react';

export interface FieldWiring {
  readonly id: string;
  readonly labelId: string;
  /** Id of the hint or error, while there is one. */
  readonly messageId: string | undefined;
  readonly invalid: boolean;
}

export const FieldContext = createContext<FieldWiring | null>(null);

/** Attributes of a Field's control; null outside of a Field. */
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

/** The label's id, for controls that `<label for>` can't name. */
export const useFieldLabel = (): string | undefined => use(FieldContext)?.labelId;
