export {findNearest} from './model/search.ts';
export {Subscriptions} from './model/subscriptions.ts';
export {addEarlier} from './model/add-earlier.ts';
export {MarkController} from './model/mark-controller.ts';
export {DialogContent} from './views/dialog-content.ts';
export {contentStyles} from './views/dialog-content.styles.ts';
export {markNotice} from './views/mark-notice.ts';
