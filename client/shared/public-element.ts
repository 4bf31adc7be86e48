import {html, nothing} from 'lit';

import {type Feature, LocalizedElement} from '../localize/localize.ts';
import type {SharedStrings} from '../texts/da.ts';
import type {Reason} from '../texts/keys.ts';
import {RevalidationController} from './controllers/revalidation.ts';
import {SessionController} from './controllers/session.ts';
import type {LoadModel, ModelListener} from './load-model.ts';
import {property} from './property.ts';
import {headingLevel, record, serviceUrl} from './property-values.ts';
import {describeFailure, type Notice, renderButton, renderHeading, renderNotice} from './templates.ts';

// The base class of the elements that load from the service: `tavle-form.ts` and `tavle-form-search.ts` extend it, and
// `service-element.ts` for elements with a session. What you add here, all of them get. Its `@property` fields are
// public: do not rename any.

/** What an element consists of, in addition to its model. */
export interface Parts<Strings> {
  readonly danish: Strings;
  /** Selects the English texts. */
  readonly feature: Feature;
  /** The channel name of {@link RevalidationController}. */
  readonly channel: string;
  /** Names of the properties without which the element waits. */
  readonly required: readonly string[];
}

/** The parts of an element that depend on its model. */
interface Loaded {
  /** The content unless loading has failed. */
  readonly content: unknown;
  /** Level of a failure's heading. */
  readonly level: number;
  /** Default: the element's texts. */
  readonly strings?: SharedStrings;
  /** Default: a notice if the content is outdated. */
  readonly notice?: Notice | undefined;
}

/** An element that shows data of the service that anyone may read. Connects a model with the page. */
export abstract class PublicElement<
  Strings extends SharedStrings,
  Model extends LoadModel,
> extends LocalizedElement<Strings> {
  /**
   * Base URL of the service; `/` is the page's own origin. Default: `api` of the surrounding dashboard. Without a dashboard, the part of
   * the script's URL before `/embed/`. In a bundle, the bundle's origin; with webpack, the page's own origin.
   */
  @property({parse: serviceUrl, fallback: null}) api: string | null = null;

  /** Level of the topmost headings, 1 to 6. */
  @property({type: Number, attribute: 'heading-level', parse: headingLevel, fallback: 2}) headingLevel = 2;

  /** Texts that replace built-in ones. */
  @property({attribute: false, parse: record, fallback: {}})
  override strings: Partial<Strings> = {};

  protected readonly model: Model;
  protected readonly session: SessionController;
  protected readonly revalidation: RevalidationController;

  /** The last reload. */
  #reload: object | undefined;

  constructor({danish, feature, channel, required}: Parts<Strings>, Session = SessionController) {
    super(danish, feature);
    this.model = this.createModel({
      isConnected: () => this.isConnected,
      changed: () => this.requestUpdate(),
      dispatch: event => this.dispatchEvent(event),
      saved: () => this.revalidation.notifyTabs(),
    });
    this.session = new Session(this, required, this.model);
    this.revalidation = new RevalidationController(this, () => this.session.url, channel);
    this.addController({hostDisconnected: () => this.model.stop()});
  }

  /** Called before the fields of the element's own class are set. */
  protected abstract createModel(listener: ModelListener): Model;

  /** Reloads the data. The current content stays visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    await this.revalidate(false);
  }

  /**
   * Reloads the data. @param isQuiet Whether the person has not asked for it: then a failure is not shown if there is content.
   *
   * @returns `false` if the reload has failed silently.
   * @internal
   */
  async revalidate(isQuiet: boolean): Promise<boolean> {
    const {model} = this;
    const reload = (this.#reload = {});
    model.isQuiet = isQuiet;
    // A load that does not start or is aborted has not failed.
    model.hasFailed = false;
    await model.refresh();
    if (reload === this.#reload) model.isQuiet = false;
    return !model.hasFailed;
  }

  /** Returns the notice with the highest priority: a failed save, a failed reload, a change. */
  protected topNotice(change?: Notice, strings: SharedStrings = this.localize.strings): Notice | undefined {
    const {model} = this;
    const {status, reason} = model.state;
    if (change?.failed || status !== 'stale') return change;
    const text = describeFailure(strings.refreshFailed, reason, strings);
    return {text, failed: true, act: () => model.retry(), close: () => model.closeNotice()};
  }

  /** Renders the content or a failure, and a notice. */
  protected renderLoaded({content, level, strings = this.localize.strings, ...loaded}: Loaded) {
    const {status, reason} = this.model.state;
    const notice = 'notice' in loaded ? loaded.notice : this.topNotice(undefined, strings);
    return html`
      ${status === 'failed' ? this.#renderFailure(reason, level, strings) : content}
      ${status === 'failed' && !notice ? nothing : renderNotice(notice, strings)}
    `;
  }

  /** Renders a failure with its reason and a retry button. The `part` names are public. */
  #renderFailure(reason: Reason, level: number, {loadFailed, reasons}: SharedStrings) {
    return html`
      <div class="failure" part="failure">
        <div role="alert">
          ${renderHeading({level, text: loadFailed})}
          <p>${reasons[reason]}</p>
        </div>
        ${reason === 'noCompany' ? nothing : this.renderRetry()}
      </div>
    `;
  }

  /** Renders a retry button, which keeps the focus while the reload is running. */
  protected renderRetry() {
    const {loading, retry} = this.localize.strings;
    const {isRetrying, retry: reload} = this.revalidation;
    return renderButton(isRetrying ? loading : retry, reload, {isDisabled: isRetrying});
  }
}
