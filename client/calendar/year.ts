export {dayAfterYearKey} from './controllers/year-keys.ts';
export {renderYear} from './views/year.ts';
export {yearStyles} from './views/year.styles.ts';
