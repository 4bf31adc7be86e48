import {da} from './da.ts';
import {en} from './en.ts';

export const dictionaries = {da, en};
