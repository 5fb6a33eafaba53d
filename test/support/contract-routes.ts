import type * as z from 'zod/mini'
import type { EndpointByRoute } from '#contract/api-domains'

type IsSegmentOf<Given extends string, Expected extends string> = Expected extends `{${string}}`
  ? true
  : Given extends Expected
    ? true
    : false

type IsOfRoute<Asked extends string, Route extends string> = Route extends `${infer Expected}/${infer RestOfRoute}`
  ? Asked extends `${infer Given}/${infer RestOfAsked}`
    ? IsSegmentOf<Given, Expected> extends true
      ? IsOfRoute<RestOfAsked, RestOfRoute>
      : false
    : false
  : Asked extends `${string}/${string}`
    ? false
    : IsSegmentOf<Asked, Route>

type RouteOf<Asked extends string> = Asked extends keyof EndpointByRoute
  ? Asked
  : { [Route in keyof EndpointByRoute]: IsOfRoute<Asked, Route> extends true ? Route : never }[keyof EndpointByRoute]

export type ContractRoute<Asked extends string> = [RouteOf<Asked>] extends [never] ? never : Asked

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

type Replies = { [Route in keyof EndpointByRoute]: DeepReadonly<z.input<EndpointByRoute[Route]['reply']>> }
type Bodies = {
  [Route in keyof EndpointByRoute]: EndpointByRoute[Route] extends { readonly body: infer Schema extends z.ZodMiniType }
    ? z.output<Schema>
    : undefined
}

/*
 * Interfaces, whose properties are computed once: through the mapped types the compiler would try the schemas of all
 * routes at each call for an endpoint that it does not know yet.
 */
interface ReplyByRoute extends Replies {}
interface BodyByRoute extends Bodies {}

/** The schema's input: an older API may omit fields that have a default. */
export type ContractReply<Asked extends string> = ReplyByRoute[RouteOf<Asked>]

export type ContractBody<Asked extends string> = BodyByRoute[RouteOf<Asked>]
