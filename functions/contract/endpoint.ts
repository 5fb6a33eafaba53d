import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { RecordPart } from './record-parts.ts'
import type { RefusalCode } from './refusals.ts'

/** The two roles there are. Any other role, or none, reaches no panel. */
export const roles = ['administrador', 'cliente'] as const
export type Role = (typeof roles)[number]

/**
 * How sure the API must be of who is calling.
 * - `full`: administrador with a second factor in this session; cliente with one wherever one is demanded of them.
 * - `enrolling`: any signed-in session, even one that has yet to set up or prove its second factor.
 * - `registering`: like `enrolling`, and besides an account that has no profile yet.
 * - `fresh`: `full`, and a code of the authenticator app was proven in the last five minutes.
 */
export type Assurance = 'full' | 'enrolling' | 'registering' | 'fresh'

type Fields = Readonly<Record<string, unknown>>

/**
 * When an endpoint takes health data of a client: always, or by what its parsed body holds; of what the practice sends
 * back as the client's file `stored` holds it nothing is taken. `serve` then demands the client's consent, or the
 * practice's other legal basis, before the action.
 */
export type HealthRule = true | ((body: Fields, stored?: Fields) => boolean)

/**
 * What an administrador sees of clients by asking. `serve` writes it into the audit log together with the answer.
 * - a part of the record, of each client whom the request or the reply names;
 * - `list`: no more of many clients than a line of a list needs: one entry for all of them;
 * - `export`: many clients as a file; each part of the file writes an entry of its own, which `audit` names;
 * - `nothing`: no client's data.
 */
export type Opens = RecordPart | 'list' | 'export' | 'nothing'

/** For an endpoint that answers more of one client when its query names one. */
export type OpensRule = (query: Fields) => Exclude<Opens, 'export'>

/** Whoever adds an endpoint for administradores says what of clients it opens, or it does not compile. */
type Openness =
  | { readonly allow: readonly Exclude<Role, 'administrador'>[] | 'everyone'; readonly opens?: never }
  | { readonly allow: readonly Role[]; readonly opens: Exclude<Opens, 'export'> | OpensRule }
  | { readonly allow: readonly Role[]; readonly opens: 'export'; readonly audit: AuditAction }

/** One promise between browser and API: how to ask, who may ask, what comes back, how it may be refused. */
export type Endpoint = EndpointDefinition & Openness

interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`; `{name}` marks a path parameter, described by `params`. */
  readonly path: `/${string}`
  /** Who may ask: these roles, or `everyone` with or without an account. */
  readonly allow: readonly Role[] | 'everyone'
  /** @default 'full' */
  readonly assurance?: Assurance
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  /** The status of the reply. @default 200 */
  readonly status?: 201
  /**
   * The entry this writes in the audit log, in the same transaction as its change. `none` is for what only reads, for what
   * forgets by itself, for a client's own ticks and drafts, which would fill the log and decide nothing, and for what keeps
   * a record of its own that may name nobody (consent).
   */
  readonly audit: AuditAction | 'none'
  /** That it takes health data, and when. @default never */
  readonly health?: HealthRule
  /** Refusals besides the ones every endpoint may give (`commonRefusals` in refusals.ts). */
  readonly refusals: readonly RefusalCode[]
}

export type Endpoints = Readonly<Record<string, Endpoint>>

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<K, infer Schema extends z.ZodMiniType>
    ? { [P in K]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
    : unknown

/** What an action receives: parsed and with defaults filled in. */
export type Input<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>
/** What a caller gives. */
export type RequestInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>
export type Reply<E extends Endpoint> = z.output<E['reply']>

export const endpoint = <const E extends Endpoint>(definition: E): E => definition
