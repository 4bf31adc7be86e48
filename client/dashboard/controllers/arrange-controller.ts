// Lets a person move apps by pointer, key and button. `tavle-dashboard.ts` creates it; the model saves the order. Here
// you can change which keys and gestures move an app. Each move must stay possible without a drag and without a pointer
// (WCAG 2.1.1, 2.5.7).

import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {FocusController} from '../../shared/controllers/focus.ts';
import {isEscape, isModified, useKey} from '../../shared/controllers/gestures.ts';
import {listen} from '../../shared/controllers/listen.ts';
import type {DashboardModel, Place} from '../model/dashboard-model.ts';
import type {TavleApp} from '../tavle-app.ts';
import {type AppElements, appOf} from './app-elements.ts';

/** The distance, in px, after which a press becomes a drag. */
const dragDistance = 4;
/** Within this distance (px) of the top or bottom of a scrolling box, a drag scrolls the box by `scrollSpeed` px per millisecond. */
const scrollEdge = 56;
const scrollSpeed = 0.6;
/** The longest time (ms) that one step scrolls for: a page that was busy must not jump. */
const maxScrollTime = 100;

/** A press of a handle, which becomes a drag. */
interface Drag {
  readonly app: TavleApp;
  readonly start: PointerEvent;
  /** The position of the app relative to the pointer. */
  readonly left: number;
  readonly top: number;
  pointer: PointerEvent;
  /** The time up to which the drag has scrolled. */
  scrolled: number;
  /** The app below the pointer. The held app only moves when this changes, so that apps of different heights don't swap repeatedly. */
  over: TavleApp | undefined;
}

/** Moves apps in the model by their handles, with a pointer or the keyboard, and by their arrow buttons. */
export class ArrangeController implements ReactiveController {
  readonly #model: DashboardModel;
  readonly #apps: AppElements;
  readonly #focus: FocusController;
  #drag: Drag | undefined;
  /** Whether the last press was a drag, whose click does nothing. */
  #hasDragged = false;

  constructor(
    host: ReactiveControllerHost & HTMLElement,
    model: DashboardModel,
    apps: AppElements,
    focus: FocusController,
  ) {
    this.#model = model;
    this.#apps = apps;
    this.#focus = focus;
    host.addController(this);
    // Listens in the capture phase, since a page may stop the events of an app.
    host.addEventListener('click', event => this.#click(event), true);
    host.addEventListener('keydown', event => this.#press(event), true);
    host.addEventListener('pointerdown', event => this.#start(event), true);
    host.addEventListener('pointermove', event => this.#move(event), true);
    host.addEventListener('pointerup', event => this.#end(event), true);
    host.addEventListener('pointercancel', event => this.#end(event, true), true);
    host.addEventListener('focusout', ({relatedTarget}) => {
      // Without a related target, the window has lost the focus or the app is being moved.
      if (relatedTarget && !this.#drag) model.drop();
    });
    // Listens on the window: during a drag, and in Safari after a click, the focus may be elsewhere.
    listen(host, window, 'keydown', (event: KeyboardEvent) => this.#cancelOnKey(event), true);
  }

  /** Cancels a move of an app that is not active any more: another tab may have turned it off. */
  hostUpdate(): void {
    const {name = ''} = this.#model.moving ?? {};
    if (this.#model.isMoving(name) && this.#model.stateOf(name) !== 'active') this.#cancel();
  }

  hostDisconnected(): void {
    this.#cancel();
  }

  #click(event: MouseEvent): void {
    const {app, control} = this.#apps.controlOf(event, '.handle, .arrow') ?? {};
    if (!app || !control) return;
    const hasDragged = this.#hasDragged && event.detail > 0;
    this.#hasDragged = false;
    if (hasDragged) return;
    const pressed = appOf(app);
    const step = Number(control.dataset.step ?? 0);
    if (step) {
      this.#model.hold(pressed);
      this.#model.moveTo(this.#model.placeOf(pressed.name).place + step);
      this.#model.drop();
      this.#followFocus(control);
    } else if (this.#model.isMoving(pressed.name)) this.#model.drop();
    else this.#model.hold(pressed);
  }

  #press(event: KeyboardEvent): void {
    const {app, control} = this.#apps.controlOf(event, '.handle, .arrow') ?? {};
    if (!app || !control) return;
    const {name} = appOf(app);
    if (!this.#model.isMoving(name)) return;
    if (event.key === 'Tab') this.#model.drop();
    const place = isModified(event) ? undefined : placeAfter(event.key, this.#model.placeOf(name), app);
    if (place === undefined) return;
    useKey(event);
    this.#model.moveTo(place);
    this.#followFocus(control);
  }

  #cancelOnKey(event: KeyboardEvent): void {
    const app = this.#apps.all.find(each => this.#model.isMoving(appOf(each).name));
    if (!app || !isEscape(event)) return;
    useKey(event);
    this.#cancel();
    const control = app.shadowRoot?.activeElement;
    if (control) this.#followFocus(control as HTMLElement);
  }

  /** Keeps the focus on a control that moves with its app, and scrolls to it: a browser does not scroll to what has the focus already. */
  #followFocus(control: HTMLElement): void {
    this.#focus.moveAfterUpdate(() => {
      control.focus();
      control.scrollIntoView({block: 'nearest'});
    });
  }

  #start(event: PointerEvent): void {
    const {x, y, isPrimary, button, pointerId} = event;
    if (!isPrimary || button) return;
    // Every press resets this, also one elsewhere: a drag by touch ends without a click.
    this.#hasDragged = false;
    const {app, control} = this.#apps.controlOf(event, '.handle') ?? {};
    if (!app || !control) return;
    const {left, top} = app.getBoundingClientRect();
    control.setPointerCapture(pointerId);
    this.#drag = {app, start: event, left: left - x, top: top - y, pointer: event, scrolled: 0, over: app};
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.start.pointerId) return;
    const {start, app} = drag;
    drag.pointer = event;
    if (!this.#hasDragged) {
      if (Math.hypot(event.x - start.x, event.y - start.y) < dragDistance) return;
      this.#hasDragged = true;
      this.#model.hold(appOf(app));
      drag.scrolled = performance.now();
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
    const {app, pointer} = drag;
    // The page may remove the app: then the end of the drag does not reach the dashboard.
    if (!app.isConnected) {
      this.#release();
      return;
    }
    const now = performance.now();
    // Scrolls whole pixels: some browsers round, so a short frame would not scroll.
    const step = Math.floor(Math.min(now - drag.scrolled, maxScrollTime) * scrollSpeed);
    if (step) {
      drag.scrolled = now;
      scrollAround(app, pointer.y, step);
    }
    this.#aim(drag);
    const {left, top, width, height} = app.getBoundingClientRect();
    // The page may show the app zoomed or scaled.
    const x = (pointer.x + drag.left - left) * (app.offsetWidth / width);
    app.setOffset(x, (pointer.y + drag.top - top) * (app.offsetHeight / height));
    requestAnimationFrame(() => this.#follow(drag));
  }

  #end({pointerId}: PointerEvent, isCanceled = false): void {
    if (pointerId !== this.#drag?.start.pointerId) return;
    if (isCanceled) this.#cancel();
    else {
      this.#release();
      if (this.#hasDragged) this.#model.drop();
    }
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

/** Returns the place, from 1, to which a key moves an app. It may lie beyond the ends. `undefined`: the key moves nothing. */
function placeAfter(key: string, {place, count}: Place, app: Element): number | undefined {
  const forward = getComputedStyle(app).direction === 'rtl' ? -1 : 1;
  const places: Partial<Record<string, number>> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    ArrowLeft: place - forward,
    ArrowRight: place + forward,
    Home: 1,
    End: count,
  };
  return places[key];
}

/** Scrolls the nearest box around an app that can scroll further, if the pointer is near the box's top or bottom. */
function scrollAround(app: Element, y: number, step: number): void {
  for (let box = parentOf(app); box; box = parentOf(box)) {
    const isPage = box === document.scrollingElement;
    if (!isPage && !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const {top, bottom} = isPage ? {top: 0, bottom: innerHeight} : box.getBoundingClientRect();
    const isBelow = y > Math.min(bottom, innerHeight) - scrollEdge;
    const isAbove = y < Math.max(top, 0) + scrollEdge;
    const before = box.scrollTop;
    if (isBelow || isAbove) box.scrollBy({top: isBelow ? step : -step, behavior: 'instant'});
    if (box.scrollTop !== before) return;
  }
}

/** Returns the rendered parent of an element: its slot, its parent, or the host of its shadow root. */
function parentOf(element: Element): Element | null {
  const {assignedSlot, parentElement} = element;
  const root = element.getRootNode();
  return assignedSlot ?? parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

function contains({left, right, top, bottom}: DOMRect, {x, y}: PointerEvent): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
