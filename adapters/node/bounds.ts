/** Limits per client of a shared cloud: each with its unit and its reason. */

const mebi = 1024 * 1024;

/** Bytes that wait for a client that does not read them, before the next message is sent. An answer may have more by itself. */
export const mostUnread = 16 * mebi;

/** Messages of one connection within a second, on average, and at once: a queue that was filled offline comes in one go. */
export const messagesPerSecond = 500;
export const mostAtOnce = 2000;

/** Requests and subscriptions of one connection that are open at the same time. */
export const mostOpen = 10_000;

/** Connections in all, and sockets, those included that have not said yet what they want. */
export const mostConnections = 4000;
export const mostSockets = 5000;

/** Milliseconds until a connection has said who it is. */
export const helloMs = 10_000;
