declare const provides: unique symbol;

/** The run-time name of a port `T`. Any container that binds symbols can bind it; the type travels with it. */
export type PortToken<T> = symbol & { readonly [provides]?: T };

export const portToken = <T>(name: string): PortToken<T> => Symbol.for(`muster.port.${name}`) as PortToken<T>;
