export {ArrangeController} from './controllers/arrange-controller.ts';
export {describeStep, renderArrows, renderHandle, renderHint} from './views/arranging.ts';
export {arrangingStyles} from './views/arranging.styles.ts';
