import './page.ts';
import './panel/panel.ts';

import {tokenOf} from './session.ts';

const editorial = document.querySelector('tavle-editorial');
// The page is that of one editor, who is not a user of the portal's other pages.
if (editorial) editorial.getToken = () => tokenOf('demo-eva');
