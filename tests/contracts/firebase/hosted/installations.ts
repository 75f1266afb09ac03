/** Installations: every browser gets an id, and short-lived tokens for it. */
import { http, HttpResponse } from 'msw';
import type { HostedNetwork } from './network.ts';

const url = 'https://firebaseinstallations.googleapis.com/v1/projects/:project/installations';
const authToken = { token: 'installation-token', expiresIn: '604800s' };

export const installations = (network: HostedNetwork) => [
  http.post(url, async ({ request }) => {
    network.reach(request);
    const { fid } = (await request.json()) as { readonly fid: string };
    return HttpResponse.json({ name: `installations/${fid}`, fid, refreshToken: 'refresh-token', authToken });
  }),
  http.post(`${url}/:fid/authTokens:generate`, ({ request }) => {
    network.reach(request);
    return HttpResponse.json(authToken);
  }),
  http.delete(`${url}/:fid`, ({ request }) => {
    network.reach(request);
    return HttpResponse.json({});
  }),
];
