import {kalendus} from './calendar.js';

export const {convert, mount} = kalendus({start: {hour: 9, minute: 0}, end: {hour: 10, minute: 0}});
