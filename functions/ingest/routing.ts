/** Routing of messages and saving of rules: one script, loaded with the first integration that has rules. */
export { requirePaging, saveRouting } from '../integrations/routing.ts';
export { routeSignal } from './route-signal.ts';
export { receiveShared } from './shared-alert.ts';
