import {define} from '../define.ts';
import {TavleEditorial} from './tavle-editorial.ts';

export type {TavleEditorial};

define('tavle-editorial', TavleEditorial);
