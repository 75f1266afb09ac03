/** Installations: every browser gets an id, and short-lived tokens for it. */
import { http, HttpResponse } from 'msw';
import type { HostedNetwork } from './network.ts';

const url = 'https://firebaseinstallations.googleapis.com/v1/projects/:project/installations';
const authTokenOf = (fid: string) => ({ token: `token.${fid}`, expiresIn: '604800s' });

/** Installation of a request, by its token. */
export const installationOf = (request: Request): string =>
  (request.headers.get('x-goog-firebase-installations-auth') ?? '').replace(/^FIS token\./, '');

export const installations = (network: HostedNetwork) => [
  http.post(url, async ({ request }) => {
    network.reach(request);
    const { fid } = (await request.json()) as { readonly fid: string };
    return HttpResponse.json({
      name: `installations/${fid}`,
      fid,
      refreshToken: 'refresh-token',
      authToken: authTokenOf(fid),
    });
  }),
  http.post(`${url}/:fid/authTokens\\:generate`, ({ request, params }) => {
    network.reach(request);
    return HttpResponse.json(authTokenOf(String(params['fid'])));
  }),
  http.delete(`${url}/:fid`, ({ request }) => {
    network.reach(request);
    return HttpResponse.json({});
  }),
];
