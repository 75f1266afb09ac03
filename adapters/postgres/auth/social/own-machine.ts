/** Addresses of this machine, which may be at http://. */
export const isOwnMachine = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/u.test(hostname);
