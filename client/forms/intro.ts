export {fillMarkup} from './views/markup.ts';
export {renderForm} from './views/form.ts';
export {introStyles} from './views/intro.styles.ts';
export {renderStructuredData} from './views/structured-data.ts';
