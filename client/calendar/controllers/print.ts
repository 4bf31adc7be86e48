import type {ReactiveControllerHost} from 'lit';

import {listen} from '../../shared/controllers/listen.ts';
import type {CalendarModel} from '../model/calendar-model.ts';

/**
 * Updates the model when the page is printed.
 *
 * @param render Renders synchronously, since the browser does not wait.
 */
export function watchPrint(host: ReactiveControllerHost, model: CalendarModel, render: () => void): void {
  const query = matchMedia('print');
  let isAnnounced = false;
  const update = () => {
    model.setPrinting(query.matches || isAnnounced);
  };
  const onChange = ({type}: Event) => {
    if (type !== 'change') isAnnounced = type === 'beforeprint';
    update();
    render();
  };
  host.addController({hostConnected: update});
  listen(host, query, 'change', onChange);
  for (const type of ['beforeprint', 'afterprint']) listen(host, window, type, onChange);
}
