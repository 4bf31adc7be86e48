import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {listen} from '../../shared/controllers/listen.ts';
import type {DashboardModel} from '../model/dashboard-model.ts';
import type {TavleApp} from '../tavle-app.ts';
import {type AppElements, appOf} from './app-elements.ts';

type Host = ReactiveControllerHost & HTMLElement;

/** The distance, in px, after which a press becomes a drag. */
const dragDistance = 4;
/** Within this distance (px) of the top or bottom of the window, a drag scrolls the page by `scrollStep` px in each frame. */
const scrollEdge = 56;
const scrollStep = 10;

/** A drag of a handle. Points are relative to the window. */
interface Drag {
  readonly app: TavleApp;
  readonly handle: HTMLElement;
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
    listen(host, host, 'click', (event: MouseEvent) => this.#click(event));
    listen(host, host, 'keydown', (event: KeyboardEvent) => this.#press(event));
    listen(host, host, 'pointerdown', (event: PointerEvent) => this.#start(event));
    listen(host, host, 'pointermove', (event: PointerEvent) => this.#move(event));
    listen(host, host, 'pointerup', () => this.#end());
    listen(host, host, 'pointercancel', () => this.#cancel());
    listen(host, host, 'focusout', (event: FocusEvent) => {
      // Without a related target, the window has lost the focus or the app is being moved.
      if (event.relatedTarget) this.#model.drop();
    });
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  #click(event: MouseEvent): void {
    const control = controlOf(event);
    if (!control) return;
    const {app, step} = control;
    const {name} = appOf(app);
    const hasDragged = this.#hasDragged && event.detail > 0;
    this.#hasDragged = false;
    if (hasDragged) return;
    if (step) {
      this.#model.hold(appOf(app));
      this.#model.moveTo(this.#model.placeOf(name).place + step);
      this.#model.drop();
      this.#keepFocus(control.handle);
    } else if (this.#model.isMoving(name)) this.#model.drop();
    else this.#model.hold(appOf(app));
  }

  #press(event: KeyboardEvent): void {
    const control = controlOf(event);
    const name = control && appOf(control.app).name;
    if (!control || name === undefined || !this.#model.isMoving(name)) return;
    if (event.key === 'Tab') this.#model.drop();
    if (event.key === 'Escape') this.#cancel();
    else {
      const place = placeAfter(event.key, this.#model.placeOf(name), control.app);
      if (place === undefined) return;
      this.#model.moveTo(place);
    }
    event.preventDefault();
    this.#keepFocus(control.handle);
  }

  /** Restores the focus, which some browsers remove from moved elements, and scrolls to it. */
  #keepFocus(handle: HTMLElement): void {
    void this.#host.updateComplete.then(() => handle.focus());
  }

  #start(event: PointerEvent): void {
    this.#hasDragged = false;
    const control = controlOf(event);
    if (!control || control.step || !event.isPrimary || event.button) return;
    const {app, handle} = control;
    const {left, top} = app.getBoundingClientRect();
    const pointer = new DOMPointReadOnly(event.clientX, event.clientY);
    const grip = new DOMPointReadOnly(pointer.x - left, pointer.y - top);
    handle.setPointerCapture(event.pointerId);
    this.#drag = {app, handle, start: pointer, grip, pointer, over: app};
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    const {start, app} = drag;
    const pointer = (drag.pointer = new DOMPointReadOnly(event.clientX, event.clientY));
    if (!this.#hasDragged) {
      if (Math.hypot(pointer.x - start.x, pointer.y - start.y) < dragDistance) return;
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

interface Control {
  readonly app: TavleApp;
  readonly handle: HTMLElement;
  /** By how many places an arrow moves its app; 0: the handle. */
  readonly step: number;
}

/** Returns the handle or arrow of an app that an event comes from. */
function controlOf(event: Event): Control | undefined {
  const [target] = event.composedPath();
  const handle = target instanceof Element ? target.closest<HTMLElement>('[data-step]') : null;
  const root = handle?.getRootNode();
  if (!handle || !(root instanceof ShadowRoot) || root.host.localName !== 'tavle-app') return undefined;
  return {app: root.host as TavleApp, handle, step: Number(handle.dataset.step)};
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
