import './page.ts';
import './panel/panel.ts';

import {tokenOf} from './session.ts';

const editorial = document.querySelector('tavle-editorial');
// The page belongs to one editor. The editor is not a user of the other pages.
if (editorial) editorial.getToken = () => tokenOf('demo-eva');
