/** The package's public face: a backend above the components, its ports, live documents and calls. */
export { BackendProvider, type BackendProviderProps } from './backend-provider.tsx';
export { type CallCallbacks, useCall } from './call.ts';
export { useLiveDoc, useLiveQuery } from './documents.ts';
export { usePort } from './ports.tsx';
