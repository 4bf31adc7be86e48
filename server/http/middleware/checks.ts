import type {Context, Middleware} from 'koa';

/** Looks at a request before anything else is done with it. @throws {Problem} */
export type RequestCheck = (context: Context) => void;

export function runChecks(checks: readonly RequestCheck[]): Middleware {
  return (context, next) => {
    for (const check of checks) check(context);
    return next();
  };
}
