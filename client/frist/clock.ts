import type {ReactiveControllerHost} from 'lit';

const checkIntervalMs = 30_000;

/** Updates the model of a calendar or of `<tavle-deadlines>` when a day ends in Denmark. */
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
