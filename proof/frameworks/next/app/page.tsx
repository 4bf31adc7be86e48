import {Portal} from './portal';

export default function Page() {
  return <Portal />;
}
