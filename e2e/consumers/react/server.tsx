import {renderToString} from 'react-dom/server';

import {Calendar} from './Calendar.tsx';

console.log(renderToString(<Calendar cvr="12345674" getToken={() => Promise.resolve('')} />));
