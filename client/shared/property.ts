import type {ReactiveElement} from 'lit';
import type {property as litProperty} from 'lit/decorators.js';

/**
 * Declares a property or an accessor as a reactive one: as `@property` of Lit does, whose code for standard decorators would add 250
 * bytes to each script.
 */
export const property = (options => (prototype: object, name: PropertyKey) => {
  (prototype.constructor as typeof ReactiveElement).createProperty(name, options);
  return Object.getOwnPropertyDescriptor(prototype, name);
}) as typeof litProperty;
