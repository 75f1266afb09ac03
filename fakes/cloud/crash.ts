/** The fault `crash`: the backend dies in the middle of a request. */
import { PortError } from '#ports/errors.ts';

export class Crashed extends PortError {
  constructor() {
    super('unavailable', 'The backend died in the middle of this request, on purpose.');
  }
}
