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

type EndpointAt<Asked extends string> = EndpointByRoute[RouteOf<Asked>]

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** The schema's input: an older API may omit fields that have a default. */
export type ContractReply<Asked extends string> = DeepReadonly<z.input<EndpointAt<Asked>['reply']>>

export type ContractBody<Asked extends string> =
  EndpointAt<Asked> extends { readonly body: infer Schema extends z.ZodMiniType } ? z.output<Schema> : undefined
