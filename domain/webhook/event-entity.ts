/** Entity of an event. */
import type { Alert } from '../alert/schema.ts';
import type { Incident } from '../incident/schema.ts';
import type { Page } from '../page/schema.ts';

export type EventEntity =
  | { readonly kind: 'incident'; readonly entity: Incident }
  | { readonly kind: 'alert'; readonly entity: Alert }
  | { readonly kind: 'page'; readonly entity: Page };
