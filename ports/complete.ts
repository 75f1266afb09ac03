/** Types of a backend with its extensions. */
import type { Auth, SecondFactors } from './auth/auth.ts';
import type { Backend } from './backend.ts';
import type { Docs } from './docs/docs.ts';

/** `Port` with no extension missing. */
export type Complete<Port> = { [name in keyof Port]: Exclude<Port[name], null> };

/** Passkeys are left to be asked for: few backends offer them. */
export type CompleteAuth = Omit<Complete<Auth>, 'factors' | 'passkeys'> &
  Pick<Auth, 'passkeys'> & { readonly factors: Complete<SecondFactors> };

/** Vector search is left to be asked for: few backends offer it to a browser. */
export type CompleteDocs = Omit<Complete<Docs>, 'nearest'> & Pick<Docs, 'nearest'>;

type Extended = 'realtime' | 'functions' | 'storage' | 'config' | 'performance';

export type CompleteBackend = Omit<Backend, Extended | 'auth' | 'docs'> & {
  readonly auth: CompleteAuth;
  readonly docs: CompleteDocs;
} & {
  readonly [port in Extended]: Complete<Backend[port]>;
};
