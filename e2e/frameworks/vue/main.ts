import 'tavle/themes/virk.css';

import {createApp} from 'vue';

import Portal from './Portal.vue';

createApp(Portal).mount(document.body);
