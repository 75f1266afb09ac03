/** The form of a webhook: a script of its own, for who has one. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const webhookDialog = lazyPart(() => import('./webhook-dialog.tsx'), 'WebhookDialog');
