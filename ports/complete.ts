/** Types of a backend that has every extension, as the embedded one. */
import type { Auth, SecondFactors } from './auth/auth.ts';
import type { Backend } from './backend.ts';

/** `Port` with no extension missing. */
export type Complete<Port> = { [name in keyof Port]: Exclude<Port[name], null> };

export type CompleteAuth = Omit<Complete<Auth>, 'factors'> & { readonly factors: Complete<SecondFactors> };

type Extended = 'docs' | 'realtime' | 'functions' | 'storage' | 'config' | 'performance';

export type CompleteBackend = Omit<Backend, Extended | 'auth'> & { readonly auth: CompleteAuth } & {
  readonly [port in Extended]: Complete<Backend[port]>;
};
