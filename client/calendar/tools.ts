export {renderFilterChoices} from './views/filter-choices.ts';
export {renderPrint} from './views/print.ts';
export {toolsStyles} from './views/tools.styles.ts';
