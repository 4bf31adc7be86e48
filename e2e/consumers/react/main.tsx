import 'tavle/themes/borger.css';

import {createRoot} from 'react-dom/client';

import {Portal} from './Portal.tsx';
import {getToken} from './session.ts';

const showToggled = (app: string) => {
  document.title = `Slået til eller fra: ${app}`;
};

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(<Portal getToken={getToken} onToggle={showToggled} />);
