/** Extensions of the ports: a screen offers what is there (`null`: it is missing); an action that is begun all the same says so. */
import { PortError } from '#ports/errors.ts';

/** An extension that an action needs. @throws PortError unimplemented where the backend lacks it */
export function offered<Extension>(extension: Extension | null | undefined): Extension {
  if (extension === null || extension === undefined)
    throw new PortError('unimplemented', 'This backend lacks what the action needs.');
  return extension;
}
