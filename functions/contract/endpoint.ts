import type * as z from 'zod/mini'
import type { AuditAction } from './audit.ts'
import type { CustomerRecordPart } from './record-parts.ts'
import type { RefusalCode } from './refusals.ts'

/** A user with any other role, or none, can open no panel. */
export const roles = ['administrador', 'cliente'] as const
export type Role = (typeof roles)[number]

/**
 * How strongly the caller must be authenticated. `full`: administrador with a second factor in this session, cliente
 * with one where it is required of them; `enrolling`: any signed-in session, also before its second factor is set up or
 * proven; `registering`: like `enrolling`, also for an account without a profile; `fresh`: `full`, and a code of the
 * authenticator app proven in the last five minutes.
 */
export type AssuranceLevel = 'full' | 'enrolling' | 'registering' | 'fresh'

type Fields = Readonly<Record<string, unknown>>

/**
 * When an endpoint takes health data of a client: always, or depending on the parsed body. Values unchanged from the
 * `stored` record do not count. `serve` then requires the client's consent, or another legal basis, before the action.
 */
export type HealthDataInputCondition = true | ((body: Fields, stored?: Fields) => boolean)

/**
 * Client data that an administrator sees in the reply; `serve` writes it to the audit log before replying. A part of
 * the record: of each client named by request or reply; `list`: only list rows of many clients, one entry for all;
 * `export`: many clients as a file, each part of which writes the entry named by `audit`; `nothing`: no client's data.
 */
export type ClientDataDisclosure = CustomerRecordPart | 'list' | 'export' | 'nothing'

/** For an endpoint whose query may select one client, with more details. */
export type ClientDataDisclosureRule = (query: Fields) => Exclude<ClientDataDisclosure, 'export'>

/** Makes `opens` mandatory for every endpoint that administrators may call. */
type Openness =
  | { readonly allow: readonly Exclude<Role, 'administrador'>[] | 'everyone'; readonly opens?: never }
  | {
      readonly allow: readonly Role[]
      readonly opens: Exclude<ClientDataDisclosure, 'export'> | ClientDataDisclosureRule
    }
  | { readonly allow: readonly Role[]; readonly opens: 'export'; readonly audit: AuditAction }

export type Endpoint = EndpointDefinition & Openness

interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api`; `{name}` is a path parameter, described by `params`. */
  readonly path: `/${string}`
  readonly allow: readonly Role[] | 'everyone'
  /** @default 'full' */
  readonly assurance?: AssuranceLevel
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  readonly reply: z.ZodMiniType
  /**
   * HTTP status of the reply.
   * @default 200
   */
  readonly status?: 201
  /**
   * The audit entry, written in the same transaction as the change. `none` is for reads, for data that expires, for a
   * client's own ticks and drafts, which are frequent and decide nothing, and for records that must identify nobody
   * (consent).
   */
  readonly audit: AuditAction | 'none'
  /**
   * Whether it takes health data.
   * @default never
   */
  readonly health?: HealthDataInputCondition
  /**
   * Seconds that shared caches may keep the reply, and the query fields in their cache key. Only for replies that are
   * the same for everybody and contain no personal data.
   * @default not cached
   */
  readonly sharedCache?: { readonly seconds: number; readonly key: readonly string[] }
  /**
   * For machines that only store an address with a secret: called at API Gateway directly, whose log contains no query,
   * and refused through CloudFront, whose log does.
   * @default only through CloudFront
   */
  readonly direct?: true
  /**
   * Content type of a text reply.
   * @default JSON
   */
  readonly contentType?: 'text/calendar; charset=utf-8'
  /** In addition to those of every endpoint (`commonRefusalCodes` in refusals.ts). */
  readonly refusals: readonly RefusalCode[]
}

export type Endpoints = Readonly<Record<string, Endpoint>>

type Part<E, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<K, infer Schema extends z.ZodMiniType>
    ? { [P in K]: Side extends 'input' ? z.input<Schema> : z.output<Schema> }
    : unknown

export type ActionInput<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>
export type EndpointRequestInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>
export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

export const defineEndpoint = <const E extends Endpoint>(definition: E): E => definition
