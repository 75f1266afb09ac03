/** Origin under which a browser has Muster, such as `https://muster.example.org`: for links in what is sent to others. */
import * as v from 'valibot';

export const appOriginSchema = v.pipe(
  v.string(),
  v.maxLength(300),
  v.regex(/^https?:\/\/[^\s/?#@]+$/u, 'Use the address of Muster without a path.'),
);
