/**
 * Browser functions that the SDK for browsers needs in Node: requests go by XMLHttpRequest. Streams go by fetch, which Node has.
 */
import { JSDOM } from 'jsdom';

globalThis.XMLHttpRequest = new JSDOM('', { url: 'http://localhost/' }).window.XMLHttpRequest;
