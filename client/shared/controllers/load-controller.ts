import {html, type LitElement} from 'lit';

import type {SharedStrings} from '../../localize/shared-strings.ts';
import type {Context} from '../context.ts';
import {renderFailure, staleNotice} from '../failure.ts';
import type {LoadModel} from '../load-model.ts';
import type {ModelListener} from '../model-listener.ts';
import {type Notice, renderNotice} from '../notice.ts';
import {RevalidationController} from './revalidation.ts';
import {SessionController} from './session.ts';

type Host = LitElement & Context & {refresh(): Promise<void>};

/** The parts of an element that depend on its model. */
export interface Load {
  /** The content unless loading has failed. */
  readonly content: unknown;
  /** Level of a failure's heading. */
  readonly level: number;
  readonly strings: SharedStrings & {readonly refreshFailed: string};
  /** A notice about a change, which `act` undoes. Default: one if the content is outdated. */
  readonly notice?: Pick<Notice, 'text' | 'act'> | undefined;
}

/** Connects an element for forms or editors with a model that loads its content as a whole. */
export class LoadController<Subject, Model extends LoadModel<Subject>> {
  readonly model: Model;
  readonly #session: SessionController;
  readonly #revalidation: RevalidationController;

  /**
   * @param create The class of the model.
   * @param required Names of the host's required properties.
   * @param Session The class of the session. Default: requests carry no token.
   */
  constructor(
    host: Host & Subject,
    create: new (listener: ModelListener) => Model,
    required: readonly string[],
    Session = SessionController,
  ) {
    this.model = new create({
      isConnected: () => host.isConnected,
      changed: () => host.requestUpdate(),
      dispatch: event => host.dispatchEvent(event),
      saved: () => this.#revalidation.notifyTabs(),
    });
    this.#session = new Session(host, required, {
      connect: api => this.model.connect(api, host),
      reportMisuse: () => this.model.showFailure('other'),
    });
    this.#revalidation = new RevalidationController(host, () => this.#session.url);
    host.addController({hostDisconnected: () => this.model.stop()});
  }

  /** Renders the content or a failure, and a notice. */
  render({content, level, strings, notice}: Load) {
    const {model} = this;
    const {status, reason} = model.state;
    const retry = this.#revalidation;
    const {loginUrl} = this.#session.context;
    const close = () => model.closeNotice();
    return html`
      ${status === 'failed' ? renderFailure({reason, level, retry, loginUrl}, strings) : content}
      ${renderNotice(notice ? {...notice, failed: false, close} : staleNotice(model.state, strings, model.retry, close), strings)}
    `;
  }
}
