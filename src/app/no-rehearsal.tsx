/** In place of the rehearsal's panel where the backend has no control. */
export const Rehearsal = () => null;
