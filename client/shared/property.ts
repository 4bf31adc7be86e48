// The decorator `@property` of public properties, and warnings about invalid values, for all elements. Here you can
// change what happens with an invalid value. It must not throw: pages and frameworks set all kinds of values. A warning
// must not contain a token.

import type {PropertyDeclaration, ReactiveElement} from 'lit';

/** Reports that a part of a value is ignored. */
export type Warn = () => void;

interface Options extends PropertyDeclaration {
  /**
   * Converts what a page has set, also the text of an attribute; `undefined`: it is invalid. Never gets `null`, `undefined` or `false`, which
   * frameworks write for "not set". Default: the value is kept as it is.
   */
  readonly parse?: (value: unknown, warn: Warn) => unknown;
  /** The value of a property that is not set, or is invalid. */
  readonly fallback?: unknown;
}

/** The properties that were reported, by element. */
const reported = new WeakMap<Element, Set<string>>();

/** Writes a warning about a property to the console, once for each element and property. */
export function warnOnce(element: Element, property: string, warning: string): void {
  const properties = reported.get(element) ?? new Set();
  if (!properties.has(property)) console.warn(warning);
  reported.set(element, properties.add(property));
}

/** Warns that a property or a part of it is ignored. */
export function warnOfInvalid(element: Element, property: string, value: string): void {
  warnOnce(
    element,
    property,
    `<${element.localName}> ${property}: cannot use ${value}; see its documentation.`,
  );
}

/**
 * Declares a reactive property or accessor, like Lit's `@property`, whose code for standard decorators would add 250 bytes to each script.
 * `fallback` replaces invalid values, with a warning.
 */
export const property = (({parse, fallback, ...options}: Options = {}) =>
  (prototype: object, name: string) => {
    const element = prototype.constructor as typeof ReactiveElement;
    element.createProperty(name, parse ? {...options, converter: raw => raw} : options);
    const accessor = Object.getOwnPropertyDescriptor(prototype, name);
    if (!parse || !accessor) return accessor;
    const original = {...accessor};
    accessor.set = function (this: Element, value: unknown) {
      // The warning must not contain a token.
      const isShown = typeof value === 'string' && name !== 'getToken';
      const shown = isShown ? JSON.stringify(value.slice(0, 40)) : typeof value;
      const warn = () => warnOfInvalid(this, name, shown);
      const isSet = value !== undefined && value !== null && value !== false;
      const parsed = isSet ? parse(value, warn) : undefined;
      if (isSet && parsed === undefined && (!isShown || value.trim())) warn();
      original.set?.call(this, parsed ?? fallback);
    };
    Object.defineProperty(prototype, name, accessor);
    return accessor;
  }) as (options?: Options) => (prototype: object, name: string) => void;
