// json-server as a module, with its defaults but for the log: the file that it is given, and the two hooks of its manual that
// bring address and answer into the interface's form.
import jsonServer from 'json-server';

const server = jsonServer.create();
const router = jsonServer.router(process.env.DATA_FILE ?? '');

router.render = (_, response) => {
  response.jsonp(Object.fromEntries(response.locals.data.map(({id, state}) => [id, {state}])));
};

// It indents its answers, which would be other bytes than the others'.
server.set('json spaces', 0);
server.use(jsonServer.defaults({logger: false}));
server.use((request, _, next) => {
  const {apps, ...others} = request.query;
  request.query = {...others, id: apps};
  next();
});
server.use(jsonServer.rewriter({'/dashboard/1/apps/state*': '/states'}));
server.use(router);

const listener = server.listen(0, '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${listener.address().port}`);
});
