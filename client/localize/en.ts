export {en as calendar} from '../calendar/strings/en.ts';
export {en as dashboard} from '../dashboard/strings/en.ts';
