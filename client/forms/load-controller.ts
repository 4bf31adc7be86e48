import {html, type LitElement} from 'lit';

import type {SharedStrings} from '../localize/shared-strings.ts';
import {RevalidationController} from '../shared/controllers/revalidation.ts';
import {SessionController} from '../shared/controllers/session.ts';
import {renderFailure, staleNotice} from '../shared/failure.ts';
import {renderNotice} from '../shared/notice.ts';
import type {LoadListener, LoadModel} from '../shared/load-model.ts';

type Host = LitElement & {
  readonly api: string | null;
  refresh(): Promise<void>;
};

/** The parts of an element that depend on its model. */
export interface Load {
  /** The content unless loading has failed. */
  readonly content: unknown;
  /** Level of a failure's heading. */
  readonly level: number;
  readonly strings: SharedStrings & {readonly refreshFailed: string};
}

/** Connects an element with a model that loads its content as a whole. */
export class LoadController<Subject, Model extends LoadModel<Subject>> {
  readonly model: Model;
  readonly #session: SessionController;
  readonly #revalidation: RevalidationController;

  /**
   * @param create The class of the model.
   * @param required Names of the host's required properties.
   */
  constructor(
    host: Host & Subject,
    create: new (listener: LoadListener) => Model,
    required: readonly string[],
  ) {
    this.model = new create({
      isConnected: () => host.isConnected,
      changed: () => host.requestUpdate(),
      dispatch: event => host.dispatchEvent(event),
    });
    this.#session = new SessionController(host, required, {
      connect: api => this.model.connect(api, host),
      reportMisuse: () => this.model.showFailure('other'),
    });
    this.#revalidation = new RevalidationController(host, () => this.#session.url);
    host.addController({hostDisconnected: () => this.model.stop()});
  }

  /** Renders the content or a failure, and a notice if the content is outdated. */
  render({content, level, strings}: Load) {
    const {model} = this;
    const {state} = model;
    const retry = this.#revalidation;
    return html`
      ${state.status === 'failed' ? renderFailure({reason: state.reason, level, retry}, strings) : content}
      ${renderNotice(
        staleNotice(
          state,
          strings,
          () => model.retry(),
          () => model.closeNotice(),
        ),
        strings,
      )}
    `;
  }
}
