/** Paths of this server. */
import { scimPath } from '../auth/scim/open-scim.ts';

/** Paths of this server; below `files` are files and uploads. */
export const hostPaths = {
  health: '/healthz',
  metrics: '/metrics',
  channel: '/host/channel',
  files: '/host/files/',
  /** Where providers of accounts send browsers back to. */
  signIn: '/host/sign-in',
  /** Entity id and metadata of this server for SAML providers. */
  samlMetadata: '/host/saml/metadata',
  /** Assertion consumer service: where SAML providers let browsers post to. */
  samlAnswers: '/host/saml/acs',
  /** Below: users, as a company's provider keeps them. */
  scim: scimPath,
} as const;
