/**
 * Images and a text that another app has shared with the installed app (Web Share Target). The service worker stores them, so that they
 * outlast the sign-in and a reload; they are removed when they are in a room, when their reader removes them, and at sign-out.
 */
import { limits } from '#domain/constants.ts';
import { isInertImage } from '#domain/attachment/files.ts';
import { shortenUnits } from '#domain/text.ts';

/** Address to which the browser posts; the same as in the manifest, with the names of its fields. */
export const shareAddress = '/share';
/** Form of a declaration with what is shared. */
export const declareSharedAddress = '/declare?shared=1';
const cacheName = 'muster-shared';
const folder = '/shared-parts/';
/** Most images of one share; further ones are dropped. */
const mostImages = 5;
/** Header with the file's name, percent-encoded. */
const nameHeader = 'x-name';

/** Incident whose room takes the images; null until the declaration is accepted. */
interface SharedText {
  readonly title: string;
  readonly incidentId: string | null;
}

export interface Shared extends SharedText {
  readonly images: readonly File[];
}

const textKey = `${folder}text`;

/** Stores a share in the place of the one before. Fields of other kinds, files that are no images and too large ones are dropped. */
export async function storeShared(form: FormData): Promise<void> {
  const texts = ['title', 'text', 'url']
    .map((name) => form.get(name))
    .filter((one) => typeof one === 'string');
  const title = shortenUnits(texts.join(' ').replaceAll(/\s+/gu, ' ').trim(), limits.title);
  const images = form
    .getAll('images')
    .filter((one) => one instanceof File)
    .filter(({ type, size }) => isInertImage(type) && size > 0 && size <= limits.fileBytes)
    .slice(0, mostImages);
  await caches.delete(cacheName);
  const cache = await caches.open(cacheName);
  await cache.put(textKey, Response.json({ title, incidentId: null } satisfies SharedText));
  for (const [index, image] of images.entries()) {
    const headers = { 'content-type': image.type, [nameHeader]: encodeURIComponent(image.name) };
    await cache.put(`${folder}${index}`, new Response(image, { headers }));
  }
}

/** Null: nothing is shared. */
export async function readShared(): Promise<Shared | null> {
  // Missing in browsers without secure context.
  if (!('caches' in globalThis) || !(await caches.has(cacheName))) return null;
  const cache = await caches.open(cacheName);
  const text = await cache.match(textKey);
  if (!text) return null;
  const images: File[] = [];
  for (let index = 0; index < mostImages; index++) {
    const stored = await cache.match(`${folder}${index}`);
    if (!stored) continue;
    const type = stored.headers.get('content-type') ?? '';
    const name = decodeURIComponent(stored.headers.get(nameHeader) ?? '') || `image-${index + 1}`;
    images.push(new File([await stored.blob()], name, { type }));
  }
  return { ...((await text.json()) as SharedText), images };
}

/** The room of the incident takes the images when it is opened. */
export async function assignShared(incidentId: string): Promise<void> {
  const shared = await readShared();
  if (!shared) return;
  const cache = await caches.open(cacheName);
  await cache.put(textKey, Response.json({ title: shared.title, incidentId } satisfies SharedText));
}

/** Images for this room, which are its own from now on: a second call has none. */
export async function takeShared(incidentId: string): Promise<readonly File[]> {
  const shared = await readShared();
  if (shared?.incidentId !== incidentId) return [];
  return (await removeShared()) ? shared.images : [];
}

/** False: another page has removed them. */
export const removeShared = async (): Promise<boolean> =>
  'caches' in globalThis && (await caches.delete(cacheName));
