/** Errors of the room as toasts. */
import { useCallback } from 'react';
import { explain } from '#src/data/client/errors.ts';
import { useToasts } from '#src/ui/toasts.tsx';

/** Shows an error under a title: `onError: showError('The status was not changed')`. */
export function useShowError(): (what: string) => (error: unknown) => void {
  const toasts = useToasts();
  return useCallback((what) => (error) => toasts.error(what, explain(error)), [toasts]);
}
