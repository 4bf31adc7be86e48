import {kalendus} from './calendar.js';

export const {convert, mount} = kalendus();
