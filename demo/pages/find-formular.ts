import {startCitizenPage} from './citizen/start-page.ts';

startCitizenPage();
