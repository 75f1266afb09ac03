/** Services by the names that senders give them: case, and signs between words, don't count. */
import * as v from 'valibot';
import { idSchema } from '../base.ts';
import { sha256Hex } from '../digest.ts';
import type { Service } from '../service/schema.ts';

/** The service that took a name last; whether it still has the name is for the reader to check. */
export const serviceNameSchema = v.object({ serviceId: idSchema });

/** `Checkout API` and `checkout-api` have the same. '' for a name without letters and digits. */
const serviceNameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/gu, '');

/** Id under which the service of a name is found. */
export const serviceNameId = (name: string): string => sha256Hex(serviceNameKey(name)).slice(0, 40);

/** Whether a sender that says `sent` means the service: by its name, or by its id. */
export function hasServiceName({ id, name }: Pick<Service, 'id' | 'name'>, sent: string): boolean {
  const key = serviceNameKey(sent);
  return id === sent || (key !== '' && serviceNameKey(name) === key);
}
