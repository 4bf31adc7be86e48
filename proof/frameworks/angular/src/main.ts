import {bootstrapApplication, provideClientHydration} from '@angular/platform-browser';

import {App} from './app';

await bootstrapApplication(App, {providers: [provideClientHydration()]});
