import {check} from '../../maintenance/check.ts';
import {report} from '../report.ts';

export const run = (): Promise<void> => report('check', () => check(process.env));
