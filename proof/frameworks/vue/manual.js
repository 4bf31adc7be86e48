import {createApp} from 'vue';

import Portal from './Portal.vue';

createApp(Portal, {cvr: '12345674'}).mount(document.body);
