import type {ReactiveElement} from 'lit';
import type {property as litProperty} from 'lit/decorators.js';

/**
 * Declares a reactive property or accessor, like Lit's `@property`, whose code for standard decorators would add 250 bytes to each script.
 */
export const property = (options => (prototype: object, name: PropertyKey) => {
  (prototype.constructor as typeof ReactiveElement).createProperty(name, options);
  return Object.getOwnPropertyDescriptor(prototype, name);
}) as typeof litProperty;
