import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {today} from '../model/dates.ts';

/** How often the day is looked at, in milliseconds. */
const interval = 30_000;

/** Knows which day it is in Denmark, and has the element rendered anew when the day ends. */
export class Clock implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setInterval> | undefined;
  today = today();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#look();
    this.#timer = setInterval(this.#look, interval);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }

  readonly #look = () => {
    const now = today();
    if (now === this.today) return;
    this.today = now;
    this.#host.requestUpdate();
  };
}
