import 'tavle/define';

import {afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, signal} from '@angular/core';
import type {GetToken} from 'tavle';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<tavle-calendar
      cvr="12345674"
      view="month"
      [getToken]="getToken"
      (tavle-load)="onLoad($event)"
    />
    @if (isInBrowser()) {
      <button type="button" (click)="count.set(count() + 1)">Tæl</button>
      <tavle-dashboard [getToken]="getToken">
        <tavle-app name="frister" heading="Frister">
          <template
            ><p>I en skabelon: {{ count() }}</p></template
          >
        </tavle-app>
      </tavle-dashboard>
    }`,
})
export class App {
  readonly count = signal(0);
  /** Whether to render the dashboard: a parser puts children of a prerendered `<template>` where Angular does not find them. */
  readonly isInBrowser = signal(false);

  constructor() {
    afterNextRender(() => this.isInBrowser.set(true));
  }

  readonly getToken: GetToken = async () => 'token-of-anna';

  onLoad(event: Event): void {
    if (event.type === 'tavle-load') document.title = 'Loaded';
  }
}
