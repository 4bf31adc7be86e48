export {ArrangeController} from './controllers/arrange-controller.ts';
export {renderArrows, renderHandle, renderHint} from './views/arranging.ts';
export {arrangingStyles} from './views/arranging.styles.ts';
