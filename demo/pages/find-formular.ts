import {startPage} from './page.ts';

startPage();
