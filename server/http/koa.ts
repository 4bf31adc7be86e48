import Koa, {type Context} from 'koa';

type Run = (context: Context) => Promise<unknown>;

/** A method of Koa that its types lack. */
interface Handler {
  handleRequest(context: Context, run: Run): Promise<unknown>;
}

/**
 * Creates a Koa application that skips Koa's completion of responses which `send` wrote: Koa listens for stream errors of each response,
 * which takes as long as a read of the store.
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
      // Koa has reset it to 404.
      res.statusCode = statusCode;
      return Promise.resolve();
    });
  };
  return app;
}
