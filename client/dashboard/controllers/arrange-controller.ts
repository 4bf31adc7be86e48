import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {listen} from '../../shared/controllers/listen.ts';
import type {DashboardModel} from '../model/dashboard-model.ts';
import {arrangeEvent} from '../events.ts';
import type {TavleApp} from '../tavle-app.ts';
import {type AppElements, appOf} from './app-elements.ts';

type Host = ReactiveControllerHost & HTMLElement;

/** The distance, in px, after which a press becomes a drag. */
const dragDistance = 4;
/** Within this distance (px) of the top or bottom of the window, a drag scrolls the page by `scrollStep` px in each frame. */
const scrollEdge = 56;
const scrollStep = 10;

/** A press of a handle, which becomes a drag. Points are relative to the window. */
interface Drag {
  readonly app: TavleApp;
  readonly start: DOMPointReadOnly;
  /** The offset of the pointer from the app's corner. */
  readonly grip: DOMPointReadOnly;
  pointer: DOMPointReadOnly;
  /** The app below the pointer. The held app moves when this changes, so that apps of different heights don't swap repeatedly. */
  over: TavleApp | undefined;
}

/** Moves apps in the model by their handles, with a pointer or the keyboard, and by their arrow buttons. */
export class ArrangeController implements ReactiveController {
  readonly #host: Host;
  readonly #model: DashboardModel;
  readonly #apps: AppElements;
  #drag: Drag | undefined;
  /** Whether the click after a drag is pending. */
  #hasDragged = false;

  constructor(host: Host, model: DashboardModel, apps: AppElements) {
    this.#host = host;
    this.#model = model;
    this.#apps = apps;
    host.addController(this);
    listen(host, host, arrangeEvent, ({target, detail}: CustomEvent<Event>) => {
      if (target instanceof Element && target.parentElement === host)
        this.#handle(detail, target as TavleApp, detail.currentTarget as HTMLElement);
    });
    listen(host, host, 'focusout', ({relatedTarget}: FocusEvent) => {
      // Without a related target, the window has lost the focus or the app is being moved.
      if (relatedTarget) model.drop();
    });
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  /** Handles an event of an app's handle or arrow. */
  #handle(event: Event, app: TavleApp, control: HTMLElement): void {
    const {type} = event;
    if (type === 'click') this.#click(event as MouseEvent, app, control);
    else if (type === 'keydown') this.#press(event as KeyboardEvent, app, control);
    else if (type === 'pointerdown') this.#start(event as PointerEvent, app, control);
    else if (type === 'pointermove') this.#move(event as PointerEvent);
    else if (type === 'pointerup') this.#end();
    else this.#cancel();
  }

  #click({detail}: MouseEvent, app: TavleApp, control: HTMLElement): void {
    const {name} = appOf(app);
    const step = Number(control.dataset.step ?? 0);
    const hasDragged = this.#hasDragged && detail > 0;
    this.#hasDragged = false;
    if (hasDragged) return;
    if (step) {
      this.#model.hold(appOf(app));
      this.#model.moveTo(this.#model.placeOf(name).place + step);
      this.#model.drop();
      this.#keepFocus(control);
    } else if (this.#model.isMoving(name)) this.#model.drop();
    else this.#model.hold(appOf(app));
  }

  #press(event: KeyboardEvent, app: TavleApp, control: HTMLElement): void {
    const {name} = appOf(app);
    if (!this.#model.isMoving(name)) return;
    if (event.key === 'Tab') this.#model.drop();
    if (event.key === 'Escape') this.#cancel();
    else {
      const place = placeAfter(event.key, this.#model.placeOf(name), app);
      if (place === undefined) return;
      this.#model.moveTo(place);
    }
    event.preventDefault();
    this.#keepFocus(control);
  }

  /** Restores the focus, which some browsers remove from moved elements, and scrolls to it. */
  #keepFocus(control: HTMLElement): void {
    void this.#host.updateComplete.then(() => control.focus());
  }

  #start(
    {clientX, clientY, isPrimary, button, pointerId}: PointerEvent,
    app: TavleApp,
    handle: Element,
  ): void {
    this.#hasDragged = false;
    if (!isPrimary || button) return;
    const {left, top} = app.getBoundingClientRect();
    const pointer = new DOMPointReadOnly(clientX, clientY);
    handle.setPointerCapture(pointerId);
    this.#drag = {
      app,
      start: pointer,
      grip: new DOMPointReadOnly(clientX - left, clientY - top),
      pointer,
      over: app,
    };
  }

  #move({clientX, clientY}: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    const {start, app} = drag;
    drag.pointer = new DOMPointReadOnly(clientX, clientY);
    if (!this.#hasDragged) {
      if (Math.hypot(clientX - start.x, clientY - start.y) < dragDistance) return;
      this.#hasDragged = true;
      this.#model.hold(appOf(app));
      this.#follow(drag);
    }
    this.#aim(drag);
  }

  /** Moves the app to the place of the one below the pointer. */
  #aim(drag: Drag): void {
    const active = this.#apps.inState('active');
    const over = active.find(other => contains(other.getBoundingClientRect(), drag.pointer));
    if (over && over !== drag.over && over !== drag.app) this.#model.moveTo(active.indexOf(over) + 1);
    drag.over = over;
  }

  /** Moves the app to the pointer in each frame, since the page may scroll below a resting pointer. */
  #follow(drag: Drag): void {
    if (this.#drag !== drag) return;
    const {app, grip, pointer} = drag;
    const isBelow = pointer.y > innerHeight - scrollEdge;
    if (isBelow || pointer.y < scrollEdge) scrollBy(0, isBelow ? scrollStep : -scrollStep);
    this.#aim(drag);
    const {left, top} = app.getBoundingClientRect();
    app.setOffset(pointer.x - grip.x - left, pointer.y - grip.y - top);
    requestAnimationFrame(() => this.#follow(drag));
  }

  #end(): void {
    if (!this.#drag) return;
    this.#release();
    if (this.#hasDragged) this.#model.drop();
  }

  #cancel(): void {
    this.#release();
    this.#model.cancelMove();
  }

  #release(): void {
    this.#drag?.app.setOffset(0, 0);
    this.#drag = undefined;
  }
}

/** Returns the place, from 1, to which a key moves an app; `undefined`: the key moves nothing. */
function placeAfter(key: string, {place, count}: {place: number; count: number}, app: Element) {
  const forward = getComputedStyle(app).direction === 'rtl' ? -1 : 1;
  const places: Record<string, number> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    ArrowLeft: place - forward,
    ArrowRight: place + forward,
    Home: 1,
    End: count,
  };
  return Object.hasOwn(places, key) ? Math.min(Math.max(places[key] ?? 0, 1), count) : undefined;
}

function contains({left, right, top, bottom}: DOMRect, {x, y}: DOMPointReadOnly): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
