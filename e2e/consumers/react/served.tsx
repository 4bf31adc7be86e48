import {hydrateRoot} from 'react-dom/client';

import {Calendar} from './Calendar.tsx';
import {getToken} from './session.ts';

const root = document.querySelector('#root');
if (root) hydrateRoot(root, <Calendar cvr="12345674" getToken={getToken} />);
