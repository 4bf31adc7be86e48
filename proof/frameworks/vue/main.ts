import 'tavle/themes/virk.css';

import {createApp} from 'vue';

import Typed from './Typed.vue';

createApp(Typed).mount(document.body);
