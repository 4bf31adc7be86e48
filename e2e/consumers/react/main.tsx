import 'tavle/themes/borger.css';

import {createRoot} from 'react-dom/client';

import {Portal} from './Portal.tsx';

async function getToken(): Promise<string> {
  const answer = await fetch('/demo/token', {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({sub: 'demo-anna'}),
  });
  return ((await answer.json()) as {token: string}).token;
}

const showToggled = (app: string) => {
  document.title = `Slået til eller fra: ${app}`;
};

const root = document.body.appendChild(document.createElement('div'));
createRoot(root).render(<Portal getToken={getToken} onToggle={showToggled} />);
