// Adds a listener while an element is connected, for elements and controllers that listen to the window, the document
// or another object. Add an option here if several need it. Always remove the listener with the element.
import type {ReactiveControllerHost} from 'lit';

/** Listens to an event while the host is connected. With `capture`, `listener` runs before the page's listeners inside the target. */
export function listen(
  host: ReactiveControllerHost,
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
  capture = false,
): void {
  host.addController({
    hostConnected: () => target.addEventListener(type, listener as EventListener, capture),
    hostDisconnected: () => target.removeEventListener(type, listener as EventListener, capture),
  });
}
