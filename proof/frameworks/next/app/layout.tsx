import 'tavle/themes/virk.css';

import type {ReactNode} from 'react';

/** Contains no title, since Next.js could write it after the page has set its title for the test. */
export const metadata = {icons: 'data:,'};

export default function Layout({children}: {children: ReactNode}) {
  return (
    <html lang="da">
      <body>{children}</body>
    </html>
  );
}
