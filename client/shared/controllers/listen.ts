import type {ReactiveControllerHost} from 'lit';

/** Listens to an event while the host is connected. */
export function listen(
  host: ReactiveControllerHost,
  target: EventTarget,
  type: string,
  listener: (event: never) => void,
): void {
  host.addController({
    hostConnected: () => target.addEventListener(type, listener as EventListener),
    hostDisconnected: () => target.removeEventListener(type, listener as EventListener),
  });
}
