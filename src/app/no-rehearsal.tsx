/** Empty rehearsal panel of builds without a rehearsal backend. */
export const Rehearsal = () => null;
