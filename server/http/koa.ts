import Koa, {type Context} from 'koa';

type Run = (context: Context) => Promise<unknown>;

/** What Koa does with a request: a method that its types leave out. */
interface Handler {
  handleRequest(context: Context, run: Run): Promise<unknown>;
}

/**
 * Creates a Koa application which leaves a response that `send` wrote alone: Koa listens to the end of each response for the errors of
 * streams, which costs as much as a read of the store.
 */
export function createKoa(): Koa {
  const app = new Koa();
  const handler = app as unknown as Handler;
  const complete = handler.handleRequest.bind(app);
  handler.handleRequest = async (context, run) => {
    const {res} = context;
    res.statusCode = 404;
    try {
      await run(context);
    } catch (error) {
      context.onerror(error as Error);
      return;
    }
    if (context.respond === false) return;
    const {statusCode} = res;
    await complete(context, () => {
      // Koa begins with 404 again.
      res.statusCode = statusCode;
      return Promise.resolve();
    });
  };
  return app;
}
