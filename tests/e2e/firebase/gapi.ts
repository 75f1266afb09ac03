/**
 * Stand-in for the script that connects a page with the sign-in frame within it: the hosted one is on the internet. Both load it.
 * Messages wait until the other side has registered for them.
 */
export const gapiScript = `(() => {
  const wanted = new Map();
  const waiting = new Map();
  const early = [];
  let serial = 0;
  const hear = ({ id, name, data }, from) => {
    const run = wanted.get(name);
    if (!run) return void early.push([{ id, name, data }, from]);
    from.postMessage({ gapi: 'answer', id, answer: run(data) }, '*');
  };
  addEventListener('message', ({ data: message, source }) => {
    if (message?.gapi === 'say') hear(message, source);
    if (message?.gapi === 'answer') waiting.get(message.id)?.([message.answer]);
  });
  const peer = (to, loaded) => ({
    restyle: () => Promise.resolve(),
    ping: (then) => loaded.then(then),
    register(name, run) {
      wanted.set(name, run);
      for (const said of early.splice(0)) hear(...said);
    },
    send(name, data, then) {
      const id = String(++serial);
      if (then) waiting.set(id, then);
      loaded.then(() => to().postMessage({ gapi: 'say', id, name, data }, '*'));
    },
  });
  const context = {
    getParentIframe: () => peer(() => parent, Promise.resolve()),
    open({ where, url, attributes }, then) {
      const frame = document.createElement('iframe');
      Object.assign(frame.style, attributes?.style);
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = url;
      where.append(frame);
      return then(peer(() => frame.contentWindow, loaded));
    },
  };
  window.gapi = {
    load: (name, { callback }) => callback(),
    iframes: { CROSS_ORIGIN_IFRAMES_FILTER: {}, Iframe: {}, getContext: () => context },
  };
  const onload = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload';
  window[onload]?.();
})();`;
