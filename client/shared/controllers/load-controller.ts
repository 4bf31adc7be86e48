import {html, type LitElement} from 'lit';

import type {SharedStrings} from '../../localize/shared-strings.ts';
import type {LoadModel, ModelListener} from '../load-model.ts';
import {type Notice, renderFailure, renderNotice, staleNotice} from '../templates.ts';
import {RevalidationController} from './revalidation.ts';
import {type Context, SessionController, type SessionListener} from './session.ts';

type Host = LitElement & Context & {refresh(): Promise<void>; revalidate(isQuiet: boolean): Promise<boolean>};

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

/** Connects an element with a model that loads its content as a whole. */
export class LoadController<Model extends LoadModel & SessionListener> {
  readonly model: Model;
  readonly session: SessionController;
  readonly revalidation: RevalidationController;

  /**
   * @param create Creates the model.
   * @param channelName As of {@link RevalidationController}.
   * @param required Names of the host's required properties.
   * @param Session The class of the session. Default: requests carry no token.
   */
  constructor(
    host: Host,
    create: (listener: ModelListener) => Model,
    channelName: string,
    required: readonly string[],
    Session = SessionController,
  ) {
    this.model = create({
      isConnected: () => host.isConnected,
      changed: () => host.requestUpdate(),
      dispatch: event => host.dispatchEvent(event),
      saved: () => this.revalidation.notifyTabs(),
    });
    this.session = new Session(host, required, this.model);
    this.revalidation = new RevalidationController(host, () => this.session.url, channelName);
    host.addController({hostDisconnected: () => this.model.stop()});
  }

  /** Renders the content or a failure, and a notice. */
  render({content, level, strings, notice}: Load) {
    const {model} = this;
    const {status, reason} = model.state;
    const retry = this.revalidation;
    const close = () => model.closeNotice();
    return html`
      ${status === 'failed' ? renderFailure({reason, level, retry}, strings) : content}
      ${renderNotice(notice ? {...notice, failed: false, close} : staleNotice(model.state, strings, model.retry, close), strings)}
    `;
  }
}
