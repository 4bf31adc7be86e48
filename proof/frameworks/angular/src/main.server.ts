import {bootstrapApplication, type BootstrapContext, provideClientHydration} from '@angular/platform-browser';
import {provideServerRendering, RenderMode, withRoutes} from '@angular/ssr';

import {App} from './app';

const providers = [
  provideClientHydration(),
  provideServerRendering(withRoutes([{path: '**', renderMode: RenderMode.Prerender}])),
];

export default (context: BootstrapContext) => bootstrapApplication(App, {providers}, context);
