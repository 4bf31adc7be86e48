import {icon} from '../../shared/icons.ts';

export const chevronStart = icon('m10 3-5 5 5 5');
export const chevronEnd = icon('m6 3 5 5-5 5');
export const chevronDown = icon('m4 6 4 4 4-4');
