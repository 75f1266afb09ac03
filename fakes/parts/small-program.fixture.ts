/** A program of documents and auth alone: two people, one document. */
import { authPart } from './auth.ts';
import { cloudOf, connectTo } from './cloud-of.ts';
import { docsPart } from './docs.ts';

export async function greet(): Promise<unknown> {
  const cloud = cloudOf({ auth: authPart, docs: docsPart });
  const [ada, ben] = [connectTo(cloud), connectTo(cloud)];
  await ada.auth.guests.signIn();
  await ada.docs.write({ type: 'set', path: 'greetings/a', data: { text: 'Hello' } });
  return (await ben.docs.get('greetings/a')).data;
}
