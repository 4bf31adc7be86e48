import type {PropertyDeclaration, ReactiveElement} from 'lit';

/**
 * Converts what a page has set, an attribute's text included. Never gets `null`, `undefined` or `false`, which frameworks write for "not set".
 *
 * @param warn Reports that a part of the value is ignored.
 * @returns `undefined`: the value is invalid.
 */
export type Parse<Value = unknown> = (value: unknown, warn: () => void) => Value | undefined;

interface Options extends PropertyDeclaration {
  /** Default: the value is kept as it is. */
  readonly parse?: Parse;
  /** The value of a property that is not set, or is invalid. */
  readonly fallback?: unknown;
}

/** The problems that were reported, by element. */
const reported = new WeakMap<Element, Set<string>>();

/** Writes a warning about a property to the console, once for each element and text. */
export function warnOnce(element: Element, property: string, problem: string): void {
  const problems = reported.get(element) ?? new Set();
  const text = `<${element.localName}> ${property}: ${problem}`;
  if (!problems.has(text)) console.warn(text);
  reported.set(element, problems.add(text).add(property));
}

/** Returns whether a problem of a property was reported. */
export function hasWarned(element: Element, property: string): boolean {
  return reported.get(element)?.has(property) ?? false;
}

/**
 * Declares a reactive property or accessor, like Lit's `@property`, whose code for standard decorators would add 250 bytes to each script.
 * Invalid values are replaced by the default and reported once.
 */
export function property({parse, fallback, ...options}: Options = {}) {
  return (prototype: object, name: string): any => {
    const {createProperty} = prototype.constructor as typeof ReactiveElement;
    createProperty.call(prototype.constructor, name, parse ? {...options, converter: raw => raw} : options);
    const accessor = Object.getOwnPropertyDescriptor(prototype, name);
    if (!parse || !accessor) return accessor;
    const parsed: PropertyDescriptor & ThisType<Element> = {
      ...accessor,
      set(value: unknown) {
        // A token is secret.
        const shown =
          typeof value === 'string' && name !== 'getToken' ? JSON.stringify(value.slice(0, 40)) : '';
        const warn = () =>
          warnOnce(this, name, `cannot use ${shown || `this ${typeof value}`}; see its documentation.`);
        const isSet = value !== undefined && value !== null && value !== false;
        const result = isSet ? parse(value, warn) : undefined;
        const isBlank = typeof value === 'string' && !value.trim();
        if (isSet && result === undefined && !isBlank) warn();
        accessor.set?.call(this, result ?? fallback);
      },
    };
    Object.defineProperty(prototype, name, parsed);
    return parsed;
  };
}
