export {Subscription} from './model/subscription.ts';
export {DialogContent} from './views/dialog-content.ts';
export {contentStyles} from './views/dialog-content.styles.ts';
