/** Options of a shared cloud for a test: on this machine, on a free port, with nothing stored and no pushes. */
export const localCloud = {
  host: '127.0.0.1',
  port: 0,
  names: ['localhost', '127.0.0.1'],
  tls: null,
  secret: null,
  webPush: null,
  http: null,
  mail: null,
  found: { state: 'nothing' },
  write: null,
} as const;
