import 'tavle/themes/virk.css';

import type {ReactNode} from 'react';

export const metadata = {title: 'Portal', icons: 'data:,'};

export default function Layout({children}: {children: ReactNode}) {
  return (
    <html lang="da">
      <body>{children}</body>
    </html>
  );
}
