/** Resource limits per client of the emulator: each with its unit and its reason. README.md has them in a table. */

const mebi = 1024 * 1024;

/**
 * Bytes of the body of a request, and of a message over gRPC. A commit carries 10 MiB; WebChannel sends it percent-encoded, where a
 * byte becomes up to three.
 */
export const largestBody = 32 * mebi;

/** Characters of a message over the realtime websocket. Production takes writes of 16 MB from its SDKs. */
export const largestFrame = 16 * mebi;

/** Levels of objects and lists in JSON, and of messages in the binary form: protocol buffers' own readers stop at 100. */
export const deepestNesting = 100;

/** Messages in one request of a WebChannel. The SDK puts at most 1,000 in one. */
export const mostMessagesOfRequest = 1000;

/** Messages of one client that wait to be handled: ten full requests of a WebChannel. */
export const mostWaiting = 10_000;

/** Bytes (characters, where it is text) of those messages: one of the largest kind always fits. */
export const mostWaitingBytes = 32 * mebi;

/** Messages of one client that are handled in one turn of the event loop, before everybody else has theirs: some milliseconds. */
export const mostPerTurn = 16;

/** Targets of one stream of listens. Each is kept in memory; the SDK makes one of all listeners to the same query. */
export const mostTargets = 10_000;

/** Bytes that wait for a client that does not read them. Production's largest answer of the realtime database has 256 MB. */
export const mostUnreadOfSocket = 256 * mebi;

/** Unread gRPC messages of a client, counted before their encoding. */
export const mostUnreadMessages = 100_000;

/** Connections to one listener. A process may often open 1,024 files. */
export const mostSocketConnections = 1000;

/** Of these, connections that have not said yet what they want. The oldest gives way to the next one. */
export const mostSilent = 100;

/** WebChannels that are open at the same time. A tab has two. */
export const mostChannels = 1000;

/** Calls of one connection over gRPC at the same time. Google's servers announce 100; a test may want more while answers are held back. */
export const mostCalls = 1000;

/** Milliseconds until a new connection has said what it wants: a whole head of a request, or the preface of HTTP/2. */
export const firstWordsMs = 10_000;

/** Milliseconds until the body of a request is here, from its head on. On one machine 32 MiB take less than one second. */
export const bodyMs = 60_000;

/** Milliseconds between the end of an answer and the next whole head. Connections without a word end after 60 s already. */
export const nextRequestMs = 120_000;

/** Milliseconds after which a connection over gRPC is asked whether anybody is there, and how long the answer may take. */
export const keepAliveMs = 60_000;
export const keepAliveAnswerMs = 20_000;

/** Milliseconds after which a connection over gRPC without a call ends. Clients connect again with their next call. */
export const callMs = 300_000;
