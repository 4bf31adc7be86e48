import 'tavle/themes/virk.css';

import type {ReactNode} from 'react';

/** Without a title: Next.js could write it after the test's own. */
export const metadata = {icons: 'data:,'};

export default function Layout({children}: {children: ReactNode}) {
  return (
    <html lang="da">
      <body>{children}</body>
    </html>
  );
}
