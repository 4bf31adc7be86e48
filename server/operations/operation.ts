import type {Context} from 'koa';
import type {z} from 'zod';

import type {Reply} from '../http/reply.ts';
import type {Change} from '../logs/audit-line.ts';
import type {CallerKind, Callers} from './callers.ts';

/** A parameter of the path or a request header, for the OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'header';
  readonly description: string;
  readonly schema: z.ZodType;
  /** Without it, the example request does not have the parameter. */
  readonly example?: unknown;
}

export interface Content {
  /** The name of a schema of the same description. Default: it is text. */
  readonly schema?: string;
  /** Default: `application/json`. */
  readonly type?: string;
  readonly example: unknown;
}

/** The response of an operation that succeeds. */
export interface SuccessResponse extends Partial<Content> {
  readonly status: 200 | 201;
  readonly description: string;
  readonly headers?: readonly ('ETag' | 'Location')[];
}

/** What the OpenAPI document says of a method of a path. */
export interface Operation {
  /** The `operationId` of OpenAPI, which generated clients use as the name of a method. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As in OpenAPI: `/calendar/1/frister/{id}`. */
  readonly path: string;
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string;
  /** What the operation does and what the caller must know, in full sentences. */
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  /** The parameters of the query: see `createQueryParser`. The description and the `example` of each are in its metadata. */
  readonly query?: z.ZodObject;
  readonly body?: Content & {
    /** The maximum size in bytes, also after decompression. */
    readonly maxBytes: number;
  };
  readonly response: SuccessResponse;
  /** Error responses by status code, in addition to those that follow from the rest of the operation. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** Operations for one kind of callers, and the schemas of their requests and responses. */
export interface Description {
  readonly tag: string;
  readonly description: string;
  readonly caller: CallerKind;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: readonly Operation[];
}

/** The parameters of a path, decoded. */
export type Params = Readonly<Record<string, string>>;

/** A request whose caller is authorised and whose parameters and body are read. */
export interface Call<Party, Query = unknown> {
  readonly context: Context;
  readonly party: Party;
  readonly params: Params;
  readonly query: Query;
  /** The JSON object of the body; empty for an operation without one. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ServedOperation<Services, Party> extends Operation {
  /** The router's pattern. Default: the path. Several operations may share one. */
  readonly route?: string;
  /** @throws {Problem} */
  handle(call: Call<Party>, services: Services): Reply | Promise<Reply>;
}

type Declaration<Services, Party, Query extends z.ZodObject> = Omit<
  ServedOperation<Services, Party>,
  'query' | 'handle'
> & {
  readonly query?: Query;
  handle(call: Call<Party, z.output<Query>>, services: Services): Reply | Promise<Reply>;
};

/** Returns a function that declares an operation. Its handler gets the query as the schema parses it. */
export const operationsFor =
  <Services, Party>() =>
  <Query extends z.ZodObject>(
    operation: Declaration<Services, Party, Query>,
  ): ServedOperation<Services, Party> =>
    operation;

/**
 * @template Services The handlers' services.
 * @template Party The caller's role, such as the company in the path.
 */
export interface Interface<Kind extends CallerKind, Services, Party> extends Description {
  /** The name in the audit log and the start line. Default: it is one of the service itself. */
  readonly letter?: string;
  readonly caller: Kind;
  readonly operations: readonly ServedOperation<Services, Party>[];
  /** Whether pages of any origin may read the responses. Default: pages of the configured origins may, if the callers have a token. */
  readonly isForAnyPage?: true;
  /** Whether it also responds while too many requests are in flight, so that an overloaded service can be monitored. */
  readonly isAlwaysServed?: true;
  /** Returns the role of a caller. @throws {Problem} 403 */
  authorise(caller: Callers[Kind], params: Params, services: Services): Party;
  /** Returns the fields of an audit line before authentication. The caller and the handler add to them. */
  changeOf?(params: Params): Change;
}

/** Operations of the service itself: for anyone, and always served. */
export const openInterface = <Services>(
  operations: readonly ServedOperation<Services, unknown>[],
): Interface<'anyone', Services, unknown> => ({
  tag: 'Service',
  description: '',
  caller: 'anyone',
  schemas: {},
  isAlwaysServed: true,
  authorise: () => undefined,
  operations,
});
