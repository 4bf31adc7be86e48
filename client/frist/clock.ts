// Looks whether a day has ended, for `<tavle-calendar>` and `<tavle-deadlines>`, which then show other words and
// deadlines. You can change the interval. Keep the check when an element is connected again.
import type {ReactiveControllerHost} from 'lit';

const checkIntervalMs = 30_000;

/** Lets the model of a calendar or of `<tavle-deadlines>` look every 30 seconds whether a day has ended in Denmark: a device may sleep, or change its clock. */
export function watchClock(
  host: ReactiveControllerHost & {readonly hasUpdated: boolean},
  model: {updateToday(): void},
): void {
  let timer: ReturnType<typeof setInterval>;
  host.addController({
    hostConnected() {
      if (host.hasUpdated) model.updateToday();
      timer = setInterval(() => model.updateToday(), checkIntervalMs);
    },
    hostDisconnected: () => clearInterval(timer),
  });
}
