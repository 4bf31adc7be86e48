import type {Context} from 'koa';
import type {z} from 'zod';

import type {Change} from '../logs/audit-line.ts';
import type {Person} from '../identity/token.ts';

/** The callers, by credentials: the CVR number of a client certificate, the person of a bearer token, or anyone. */
export interface Callers {
  readonly certificate: string;
  readonly token: Person;
  readonly anyone: undefined;
}

export type CallerKind = keyof Callers;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly schema: z.ZodType;
  /** Default: only in the path. */
  readonly required?: boolean;
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

/** A method of a path. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As in OpenAPI: `/calendar/1/frister/{id}`. */
  readonly path: string;
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string;
  /** What the operation does and what the caller must know, in full sentences. */
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Content;
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

export interface Call<Party> {
  readonly context: Context;
  readonly party: Party;
  readonly params: Params;
  /** The URL's query, without `?`. */
  readonly query: string;
}

export interface ServedOperation<Services, Party> extends Operation {
  /**
   * Resolves to the response's JSON. A text is the message of a receipt. `undefined` is a receipt without a message, or, for
   * an operation with an `ETag`, means that the handler has responded itself.
   *
   * @throws {Problem}
   */
  handle(call: Call<Party>, services: Services): unknown;
}

/**
 * @template Services The handlers' services.
 * @template Party The caller's role, such as the company in the path.
 */
export interface Interface<Kind extends CallerKind, Services, Party> extends Description {
  /** The name in the audit log. Default: its operations change nothing. */
  readonly letter?: 'A' | 'B' | 'C' | 'D' | 'E';
  readonly caller: Kind;
  readonly operations: readonly ServedOperation<Services, Party>[];
  /** Whether pages of any origin may read the responses. Default: pages of the configured origins may, if the callers have a token. */
  readonly isForAnyPage?: true;
  /** @throws {Problem} 403 */
  admit(caller: Callers[Kind], params: Params, services: Services): Party;
  /** Returns the fields of an audit line before authentication. The caller and the handler add to them. */
  changeOf?(params: Params): Change;
}
