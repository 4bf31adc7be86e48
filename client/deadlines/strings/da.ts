import type {da as companies} from '../../calendar/strings/da-companies.ts';
import {da} from '../../calendar/strings/da-next.ts';

export {da};

/** Every text of the element; a host may replace any of them. */
export type DeadlinesStrings = typeof da & Pick<typeof companies, 'companiesFailed'>;
