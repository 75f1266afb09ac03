/** The page for a browser that has not shown the secret: it takes it from the link's fragment, which no server and no log sees. */

export const enterPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Muster</title>
  </head>
  <body>
    <main>
      <h1>Muster</h1>
      <p id="state">Opening this shared trial.</p>
    </main>
    <script type="module" src="/shared/enter.js"></script>
  </body>
</html>
`;

/** A browser that is in already comes here from a page of another site, with which its cookie is not sent. */
export const enterScript = `const secret = location.hash.slice(1);
const here = location.pathname + location.search;
history.replaceState(null, '', here);
const answer = secret
  ? await fetch('/shared/session', { method: 'POST', body: secret })
  : await fetch('/shared/session');
if (answer.ok && sessionStorage.getItem('muster-entered') !== here) {
  sessionStorage.setItem('muster-entered', here);
  location.replace(here);
} else if (answer.ok) {
  document.querySelector('#state').textContent = 'This browser keeps no cookies for this address. Allow them, and open the link again.';
} else {
  document.querySelector('#state').textContent = secret
    ? 'This link is not valid any more. Ask whoever runs this trial for a new one.'
    : 'Open the link that whoever runs this trial gave you. It lets this browser in.';
}
`;
