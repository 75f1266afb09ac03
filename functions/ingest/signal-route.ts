/** Route of a message by the rules of its integration. */
import type { RoutedSignal } from '#domain/ingest/signal.ts';
import type { FilteredMessage } from '#domain/integration/schema.ts';

export type SignalRoute =
  | { readonly kind: 'filtered'; readonly note: string; readonly message: FilteredMessage }
  | {
      readonly kind: 'alert';
      readonly signal: RoutedSignal;
      readonly serviceId: string;
      /** Text that the alert's messages share; null: the dedup key has its own alert. */
      readonly shared: string | null;
      /** Sentences for admins; '' for none. */
      readonly note: string;
    };
