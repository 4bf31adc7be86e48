// A separate file of the scripts, with the names of `Feature` in `localize.ts`.
export {en as calendar} from '../calendar/strings/en.ts';
export {en as dashboard} from '../dashboard/strings/en.ts';
export {en as editorial} from '../editorial/strings/en.ts';
export {en as forms} from '../forms/strings/en.ts';
export {en as frist} from '../frist/strings/en.ts';
