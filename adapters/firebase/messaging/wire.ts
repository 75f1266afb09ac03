/**
 * Form of a message in Cloud Messaging: data alone, with the notification as JSON in it. A notification of the service's own would be shown
 * by the SDK in its own way, and a visible page would receive neither its tag nor its buttons and link.
 */
export const notificationKey = 'muster.notification';
/** Epoch milliseconds, as a text. */
export const sentAtKey = 'muster.sent-at';
