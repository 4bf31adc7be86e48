import type {Context} from 'koa';
import type {z} from 'zod';

import type {Reply} from '../http/reply.ts';
import type {Change} from '../logs/audit-line.ts';
import type {CallerKind, Callers} from './callers.ts';

/* The types of operations. Interfaces declare operations, `routes.ts` serves them and `openapi/` describes them: a new
 * field of `Operation` concerns all three. It should be optional, so that the declarations can stay. */

/** A parameter of the path or a request header, for the OpenAPI document. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'header';
  readonly description: string;
  readonly schema: z.ZodType;
  /** Default: example requests do not have the parameter. */
  readonly example?: unknown;
}

export interface Content {
  /** Must have a name in its metadata: `.meta({id})`. Default: the content is text. */
  readonly schema?: z.ZodType;
  /** Default: `application/json`. */
  readonly type?: string;
  readonly example: unknown;
}

/** The response of an operation that succeeds. */
export interface SuccessResponse extends Partial<Content> {
  /** Default: 200. */
  readonly status?: 201;
  readonly description: string;
  /** Default: `ETag` for a GET, otherwise none. */
  readonly headers?: readonly 'Location'[];
  /** The columns of the CSV file for callers that prefer CSV (`Accept: text/csv`). Default: there is no such file. */
  readonly csv?: readonly string[];
}

/** The body of a request. */
export interface RequestBody {
  /** Must have a name, as in {@link Content}. */
  readonly schema: z.ZodType;
  /** The maximum size in bytes, also after decompression. */
  readonly maxBytes: number;
  readonly example: unknown;
  /** Whether the handler gets the body unchecked, because its rules depend on the portal file or on what is stored. Default: the route checks it. */
  readonly isCheckedByHandler?: boolean;
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
  readonly body?: RequestBody;
  /** The documented preconditions: `If-Match`, and for `createOrChange` also `If-None-Match`. The handler calls `requireMatch`. */
  readonly conditional?: 'change' | 'createOrChange';
  readonly response: SuccessResponse;
  /** Error responses by status code, in addition to those that follow from the rest of the operation. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** Operations for one kind of callers. */
export interface Description {
  readonly tag: string;
  readonly description: string;
  readonly caller: CallerKind;
  readonly operations: readonly Operation[];
}

/** The parameters of a path, decoded. */
export type Params = Readonly<Record<string, string>>;

/** The JSON object of a body that the handler checks. */
export type UncheckedBody = Readonly<Record<string, unknown>>;

/** A request whose caller is authorised and whose parameters and body are read. */
export interface Call<Party, Query = unknown, Body = unknown> {
  readonly context: Context;
  readonly party: Party;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Checks the preconditions of a change: see `requireMatch` of `http/etag.ts`. @throws {Problem} 412 */
  readonly requireMatch: (exists: boolean, currentTags: () => readonly string[]) => void;
}

export interface ServedOperation<Services, Party> extends Operation {
  /** The router's pattern. Default: the path. Several operations may share a pattern. */
  readonly route?: string;
  /** Returns how many companies a change can concern. Changes for more than `bounds.maxUnqueuedCompanies` run one at a time. Default: 0. */
  companiesOf?(party: Party): number;
  /** @throws {Problem} */
  handle(call: Call<Party>, services: Services): Reply | Promise<Reply>;
}

interface Declaration<
  Services,
  Party,
  Query extends z.ZodObject,
  Schema extends z.ZodType,
  Unchecked extends boolean,
> extends Omit<ServedOperation<Services, Party>, 'id' | 'method' | 'path' | 'query' | 'body' | 'handle'> {
  readonly query?: Query;
  readonly body?: RequestBody & {readonly schema: Schema; readonly isCheckedByHandler?: Unchecked};
  handle(
    call: Call<Party, z.output<Query>, Unchecked extends true ? UncheckedBody : z.output<Schema>>,
    services: Services,
  ): Reply | Promise<Reply>;
}

/** Returns a function that declares an operation. Its handler gets the query and the body as their schemas parse them. */
export const operationsFor =
  <Services, Party>() =>
  <Query extends z.ZodObject, Schema extends z.ZodType, Unchecked extends boolean = false>(
    id: string,
    method: Operation['method'],
    path: string,
    operation: Declaration<Services, Party, Query, Schema, Unchecked>,
  ): ServedOperation<Services, Party> => ({...operation, id, method, path});

/**
 * An interface: its operations, and the checks that these share.
 *
 * @template Services The handlers' services.
 * @template Party The result of `authorise`, such as the company in the path.
 */
export interface Interface<Kind extends CallerKind, Services, Party> extends Description {
  /** The name in the audit log and the start line. Default: none, for calendar feeds and the service itself. */
  readonly letter?: string;
  readonly caller: Kind;
  readonly operations: readonly ServedOperation<Services, Party>[];
  /** Whether pages of any origin may read the responses. Default: pages of the configured origins may, if the callers have a token. */
  readonly isForAnyPage?: true;
  /** Whether its operations also respond while too many requests are in flight, so that an overloaded service can be monitored. */
  readonly isAlwaysServed?: true;
  /** Returns the role of a caller. @throws {Problem} 403 */
  authorise(caller: Callers[Kind], params: Params, services: Services): Party;
  /** Runs before each operation once the caller is known, also for a caller that is then refused. `undefined`: there is nothing to wait for. */
  beforeEach?(caller: Callers[Kind], services: Services): Promise<void> | undefined;
  /** Returns the fields of the audit line that are known before authentication. Authentication and the handler add others. */
  changeOf?(params: Params, operation: Operation): Change;
}

/** Operations of the service itself: for anyone, and always served. */
export const openInterface = <Services>(
  operations: readonly ServedOperation<Services, unknown>[],
): Interface<'anyone', Services, unknown> => ({
  tag: 'Service',
  description: '',
  caller: 'anyone',
  isAlwaysServed: true,
  authorise: () => undefined,
  operations,
});
