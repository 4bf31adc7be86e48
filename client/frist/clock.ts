// Looks whether a day has ended, for `<tavle-calendar>` and `<tavle-deadlines>`, which then show other words and
// deadlines. You can change the interval. Keep the check when an element is connected again.
import type {ReactiveControllerHost} from 'lit';

const checkIntervalMs = 30_000;

/**
 * Lets the model of a calendar or of `<tavle-deadlines>` look every 30 seconds whether a day has ended in Denmark: a device may sleep, or change
 * its clock.
 *
 * @param model `updateToday` returns whether the deadlines must be reloaded.
 */
export function watchClock(
  host: ReactiveControllerHost & {readonly hasUpdated: boolean},
  model: {updateToday(): boolean},
  reload: () => void,
): void {
  let timer: ReturnType<typeof setInterval>;
  const update = () => {
    if (model.updateToday()) reload();
  };
  host.addController({
    hostConnected() {
      if (host.hasUpdated) update();
      timer = setInterval(update, checkIntervalMs);
    },
    hostDisconnected: () => clearInterval(timer),
  });
}
