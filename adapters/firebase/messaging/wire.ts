/**
 * Form of a message in Cloud Messaging: data alone, the notification as JSON in it. One that the service knew of would be
 * shown by the SDK as it likes, and of its tag, its buttons and its link a page in sight would be told nothing.
 */
export const notificationKey = 'muster.notification';
/** Epoch milliseconds, as a text. */
export const sentAtKey = 'muster.sent-at';
