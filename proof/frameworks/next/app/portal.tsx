'use client';

import {Calendar} from '../Calendar';

const getToken = async () => 'token-of-anna';

export function Portal() {
  return (
    <main
      ref={main => {
        const showLoaded = () => (document.title = 'Loaded');
        main?.addEventListener('tavle-load', showLoaded);
        return () => main?.removeEventListener('tavle-load', showLoaded);
      }}
    >
      <Calendar cvr="12345674" getToken={getToken} />
    </main>
  );
}
