import './page.ts';
import './panel/user-switcher.ts';

import {html, render} from 'lit';

import {Registry} from './forms/registry.ts';
import {renderAppearance} from './panel/appearance.ts';
import {renderFailures} from './panel/failures.ts';
import {watch} from './settings.ts';

const registry = new Registry();
document.querySelector('.forms')?.append(registry);
const panel = document.querySelector<HTMLElement>('.panel')?.appendChild(document.createElement('div'));
watch(() => panel && render(html`${renderAppearance()} ${renderFailures(() => registry.refresh())}`, panel));
