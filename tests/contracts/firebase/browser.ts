/** What the SDK for browsers needs of one, in Node: questions go by XMLHttpRequest. Streams go by fetch, which Node has. */
import { JSDOM } from 'jsdom';

globalThis.XMLHttpRequest = new JSDOM('', { url: 'http://localhost/' }).window.XMLHttpRequest;
