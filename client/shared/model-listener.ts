/** The element that renders a model. */
export interface ModelListener {
  /** Whether the element is in the page: nothing is loaded while it isn't. */
  isConnected(): boolean;
  /** The state has changed and is to be rendered. */
  changed(): void;
  /** Dispatches an event; returns `false` if the page has cancelled it. */
  dispatch(event: Event): boolean;
  /** The service has stored something. */
  saved(): void;
}
