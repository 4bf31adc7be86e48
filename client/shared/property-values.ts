import type {GetToken} from '../api/api.ts';
import {findCvrs} from '../calendar/model/cvrs.ts';
import type {Parse} from './property.ts';

/** A text without surrounding white space, or a number. Replaces lone surrogates, which URLs cannot contain. */
export const text: Parse<string> = value =>
  typeof value === 'string' || typeof value === 'bigint' || Number.isFinite(value)
    ? String(value)
        .trim()
        .replace(/[\ud800-\udfff]/gu, '\ufffd')
    : undefined;

/** A text that is part of a URL's path. */
export const pathPart: Parse<string> = (value, warn) => {
  const part = text(value, warn);
  return part === '.' || part === '..' ? undefined : part;
};

/** One of these texts, in any case. */
export const oneOf =
  <Choice extends string>(...choices: readonly Choice[]): Parse<Choice> =>
  (value, warn) => {
    const chosen = text(value, warn)?.toLowerCase();
    return choices.find(choice => choice === chosen);
  };

/** Present, also as the empty text of an attribute, unless it is `false` or 0. */
export const flag: Parse<boolean> = (value, warn) => {
  const written = value === true ? '' : text(value, warn);
  return written === undefined ? undefined : !/^(false|0)$/i.test(written);
};

/** A number, rounded down into the range from 1. */
export const numberTo =
  (max: number): Parse<number> =>
  (value, warn) => {
    const number = Number(text(value, warn) || NaN);
    return Number.isNaN(number) ? undefined : Math.min(max, Math.max(1, Math.floor(number)));
  };

/** A level from 1 to 6, also as `h3`. */
export const headingLevel: Parse<number> = (value, warn) =>
  Number(/^h?([1-6])$/i.exec(text(value, warn) ?? '')?.[1]) || undefined;

/** An object, or its JSON. */
export const record: Parse<object> = value => {
  try {
    const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

export const tokenFunction: Parse<GetToken> = value =>
  typeof value === 'function' ? (value as GetToken) : undefined;

/** The URL of a link: of the web, or of the page's own kind in an app. */
export const link: Parse<string> = (value, warn) => {
  const url = text(value instanceof URL ? value.href : value, warn);
  const {protocol} = (url && toUrl(url, document.baseURI)) || {};
  return protocol && ['http:', 'https:', location.protocol].includes(protocol) ? url : undefined;
};

/**
 * The base URL of the service, without a trailing slash: a URL, a path of the page's origin, or a host without a scheme, which gets `https`, or `http`
 * if it is this machine.
 */
export const serviceUrl: Parse<string> = (value, warn) => {
  const written = text(value instanceof URL ? value.href : value, warn) ?? '';
  const [host = ''] = written.split(/[/?#]/);
  const isHost = /^[^\s:@.\\][^\s:@\\]*(:\d+)?$/.test(host) && /[.:]|^localhost$/i.test(host);
  const scheme = /^(localhost|127\.)/i.test(host) ? 'http' : 'https';
  const isPath = /^\.{0,2}\//.test(written);
  const url = isPath ? toUrl(written, document.baseURI) : toUrl(isHost ? `${scheme}://${written}` : written);
  return url && /^https?:$/.test(url.protocol) ? (url.origin + url.pathname).replace(/\/+$/, '') : undefined;
};

/** CVR numbers, separated by spaces: of a text, a number, or an array of these. A text without any is kept, since it is not a missing one. */
export const cvrList: Parse<string> = (value, warn) => {
  const parts = (Array.isArray(value) ? value : [value]).map(part => text(part, warn));
  const written = parts.join();
  const found = findCvrs(written);
  const isWhole = found.join('').length === written.replace(/\D/g, '').length;
  if (parts.includes(undefined) || !isWhole || (!found.length && written)) warn();
  return [...new Set(found)].join(' ') || written;
};

function toUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}
