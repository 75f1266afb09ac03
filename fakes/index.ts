/**
 * The embedded provider's public face: a whole hosted backend in memory. `new FakeCloud()` is the backend, `connect(cloud)` is
 * one browser of one person; `cloud.advance(ms)` lets time pass.
 */
export { TestBrowser } from './client/browser.ts';
export { type ClientOptions, connect, type EmbeddedClient } from './client/client.ts';
export { memoryStore } from '#provider-kit/memory-store.ts';
export { ManualClock, settle } from '#provider-kit/movable-clock.ts';
export { FakeCloud } from './cloud/cloud.ts';
export type { CloudSnapshot } from './cloud/snapshot.ts';
export { ScriptedNetwork } from './cloud/http/scripted-network.ts';
export type { CloudOptions } from './cloud/cloud-options.ts';
