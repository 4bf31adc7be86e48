import 'tavle/define';
import type {} from 'tavle/react';

import {useState} from 'react';
import {createRoot} from 'react-dom/client';

/** Re-renders everything, with new objects and functions, whenever the button is pressed. */
function Portal() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <button type="button" onClick={() => setCount(count + 1)}>
        Tæl
      </button>
      <tavle-dashboard
        getToken={async () => 'token-of-anna'}
        strings={{activeApps: 'Overblik'}}
        ontavle-load={() => undefined}
      >
        <tavle-app name="frister" heading={`Frister ${count}`}>
          <template>
            <p>{`I en skabelon: ${count}`}</p>
          </template>
        </tavle-app>
        <tavle-app name="cvr" heading="CVR-oplysninger">
          <p>{`Uden skabelon: ${count}`}</p>
          <tavle-deadlines cvr={12345674} />
        </tavle-app>
      </tavle-dashboard>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Portal />);
