import 'tavle/define';

import {Component, CUSTOM_ELEMENTS_SCHEMA} from '@angular/core';
import type {GetToken} from 'tavle';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<tavle-calendar
    cvr="12345674"
    view="month"
    [getToken]="getToken"
    (tavle-load)="onLoad($event)"
  />`,
})
export class App {
  readonly getToken: GetToken = async () => 'token-of-anna';

  onLoad(event: Event): void {
    if (event.type === 'tavle-load') document.title = 'Loaded';
  }
}
