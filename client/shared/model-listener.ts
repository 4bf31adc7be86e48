/** The element that renders a model. */
export interface ModelListener {
  /** Returns whether the element is connected. Nothing is loaded while it isn't. */
  isConnected(): boolean;
  /** The state has changed and must be rendered. */
  changed(): void;
  /** Dispatches an event; returns `false` if the page has cancelled it. */
  dispatch(event: Event): boolean;
  /** The service has stored a change. */
  saved(): void;
}
