import type {Context} from 'koa';
import type {z} from 'zod';

import type {Change} from '../http/middleware/audit.ts';
import type {Person} from '../identity/token.ts';

/** Who calls, by how they prove it: the CVR number of a client certificate, the person of a bearer token, or anyone. */
export interface Callers {
  readonly certificate: string;
  readonly token: Person;
  readonly anyone: undefined;
}

export type CallerKind = keyof Callers;

/** A part of the address, of the query or of the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly meaning: string;
  readonly schema: z.ZodType;
  /** A part of the path always is. */
  readonly required?: boolean;
  /** Left out of the example request where there is none. */
  readonly example?: unknown;
}

/** What goes in or comes out: JSON of a named schema, or text. */
export interface Content {
  /** The name of a schema of the same description; none: text. */
  readonly schema?: string;
  /** `application/json` unless said. */
  readonly type?: string;
  readonly example: unknown;
}

/** The answer to what was done. */
export interface Answer extends Partial<Content> {
  readonly status: 200 | 201;
  readonly meaning: string;
  readonly headers?: readonly ('ETag' | 'Location')[];
}

/** One method of one address, as its callers see it. */
export interface Operation {
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** As OpenAPI writes it: `/calendar/1/frister/{id}`. */
  readonly path: string;
  /** A few words that begin with a verb, without a full stop. */
  readonly summary: string;
  /** What the operation does and what the caller must know, in full sentences. */
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Content;
  readonly answer: Answer;
  /** When a request is refused, by status code, apart from the refusals that follow from the rest of the operation. */
  readonly refusals?: Readonly<Record<number, string>>;
}

/** Operations of one kind of callers, and the schemas of what they take and give. */
export interface Description {
  readonly tag: string;
  readonly meaning: string;
  readonly caller: CallerKind;
  readonly schemas: Readonly<Record<string, z.ZodType>>;
  readonly operations: readonly Operation[];
}

/** The parts of the path that an operation names. */
export type Params = Readonly<Record<string, string>>;

/** A request whose caller may make it. */
export interface Call<Party> {
  readonly context: Context;
  readonly party: Party;
  readonly params: Params;
  /** What follows the `?` of the URL. */
  readonly query: string;
}

/** An operation with what runs it. */
export interface ServedOperation<Services, Party> extends Operation {
  /**
   * Runs it, and resolves to the response's JSON. A text is the message of a receipt. `undefined` is a receipt without a message, or, for
   * an operation with an `ETag`, means that the handler has responded itself.
   *
   * @throws {Problem}
   */
  handle(call: Call<Party>, services: Services): unknown;
}

/**
 * An interface: what its operations look like from outside, and what runs them.
 *
 * @template Services What the handlers work with.
 * @template Party Who the caller is in this interface, such as the company of the path.
 */
export interface Interface<Kind extends CallerKind, Services, Party> extends Description {
  /** What the audit log calls it. Default: its operations change nothing. */
  readonly letter?: 'A' | 'B' | 'C' | 'D' | 'E';
  readonly caller: Kind;
  readonly operations: readonly ServedOperation<Services, Party>[];
  /** Says who the caller is here. @throws {Problem} 403 */
  admit(caller: Callers[Kind], params: Params, services: Services): Party;
  /** What the audit log says of a change, besides its caller, before the handler adds to it. */
  changeOf?(params: Params, caller: Callers[Kind]): Change;
}
