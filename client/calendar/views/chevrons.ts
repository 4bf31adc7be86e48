import {icon} from '../../shared/icons.ts';

export const chevronStart = icon('m10 3-5 5 5 5');
export const chevronEnd = icon('m6 3 5 5-5 5');
export const chevronsStart = icon('m8 3-5 5 5 5m5-10-5 5 5 5');
export const chevronsEnd = icon('m3 3 5 5-5 5m5-10 5 5-5 5');
export const chevronDown = icon('m4 6 4 4 4-4');
