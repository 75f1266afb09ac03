/** Addresses for SAML providers: metadata, and the form that a browser posts. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerAs, answerText, textBodyOf } from '#adapters/node/http-answers.ts';
import { largestSamlForm } from '../auth/social/saml/saml-document.ts';
import type { SocialPage } from '../auth/social/social-page.ts';
import { hostPaths } from './host-paths.ts';

export interface SamlEndpoints {
  /** XML; `null` where no SAML provider is set up. */
  metadata(): Promise<string | null>;
  /** The page for a browser that posted `form`. @throws PortError unavailable */
  page(form: string): Promise<SocialPage>;
}

/** Answers requests for `hostPaths.samlMetadata` and `hostPaths.samlAnswers`; false for others. */
export async function answerSaml(
  saml: SamlEndpoints,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): Promise<boolean> {
  if (pathname !== hostPaths.samlMetadata && pathname !== hostPaths.samlAnswers) return false;
  const xml = await saml.metadata();
  const isPost = request.method === 'POST';
  if (xml === null) answerText(response, 404, 'No SAML provider is set up.\n');
  else if (pathname === hostPaths.samlMetadata) {
    if (isPost) answerText(response, 405, 'Only GET.\n');
    else answerAs(response, 'application/samlmetadata+xml', xml);
  } else if (!isPost) answerText(response, 405, 'Only POST.\n');
  else if (!/^application\/x-www-form-urlencoded\b/iu.test(request.headers['content-type'] ?? ''))
    answerText(response, 415, 'Only a form.\n');
  else {
    const form = await textBodyOf(request, largestSamlForm);
    if (form === null) {
      response.setHeader('Connection', 'close');
      answerText(response, 413, 'This answer of the provider is too large.\n');
    } else {
      const { html, headers } = await saml.page(form);
      response.writeHead(200, headers).end(html);
    }
  }
  return true;
}
