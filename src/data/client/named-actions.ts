/** Actions of one component of which one runs at a time: one `useMutation`, whose variables name the action that is under way. */
import { useMutation } from '@tanstack/react-query';

export type ActionResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

export interface NamedActions {
  /** Name of the action under way; `null` for none. */
  readonly busy: string | null;
  /** Error of the last action; `null` if it succeeded, or without one. */
  readonly error: unknown;
  run<T>(name: string, action: () => Promise<T>): Promise<ActionResult<T>>;
  clearError(): void;
}

interface NamedAction {
  readonly name: string;
  readonly action: () => Promise<unknown>;
}

export function useNamedActions(): NamedActions {
  const { mutateAsync, isPending, variables, error, reset } = useMutation<unknown, unknown, NamedAction>({
    mutationFn: ({ action }) => action(),
    networkMode: 'always',
  });
  return {
    busy: isPending ? variables.name : null,
    error,
    run: <T>(name: string, action: () => Promise<T>) =>
      mutateAsync({ name, action }).then(
        (value): ActionResult<T> => ({ ok: true, value: value as T }),
        (failure: unknown): ActionResult<T> => ({ ok: false, error: failure }),
      ),
    clearError() {
      if (!isPending) reset();
    },
  };
}
