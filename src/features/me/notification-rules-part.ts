/** The form of notification rules: a script of its own, for who changes them. */
import { lazyPart } from '#src/ui/lazy-part.ts';

export const notificationRulesForm = lazyPart(
  () => import('#src/components/notification-rules-form.tsx'),
  'NotificationRulesForm',
);
