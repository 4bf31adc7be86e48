import type {Api} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleMarkEvent} from '../events.ts';
import {Agenda} from './agenda.ts';
import {DeadlineCache} from './deadline-cache.ts';
import {MarkController} from './mark-controller.ts';
import {Subscription} from './subscription.ts';

export interface CompanyListener extends ModelListener {
  /** A deadline, or a mark of one, has changed. */
  deadlinesChanged(): void;
  /** Loads what is shown again. */
  refresh(): Promise<void>;
}

/** A company's calendar as one person sees it. */
export class Company {
  readonly cvr: string;
  readonly deadlines: DeadlineCache;
  /** What a list shows of them. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  readonly subscription: Subscription;

  constructor(api: Api, cvr: string, listener: CompanyListener) {
    this.cvr = cvr;
    this.deadlines = new DeadlineCache(api, cvr, {
      changed: () => listener.deadlinesChanged(),
      saved: (fristId, mark) => {
        listener.dispatch(new TavleMarkEvent(fristId, mark));
        listener.saved();
      },
      failed: (fristId, mark, cause) => {
        this.marks.fail(fristId, mark, cause);
        // The service may have stored it even so.
        void listener.refresh();
      },
    });
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
    this.subscription = new Subscription(api, cvr, {
      changed: () => listener.changed(),
      failed: cause => void listener.dispatch(new TavleErrorEvent('subscribe', cause)),
    });
  }
}
