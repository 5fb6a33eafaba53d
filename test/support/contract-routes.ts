import type * as z from 'zod/mini'
import type { api, Domain } from '#contract/api'

type AnyEndpoint = { [D in Domain]: (typeof api)[D][keyof (typeof api)[D]] }[Domain]

/** Each endpoint by its method and path, as `GET /customers/{customerId}`. */
type ByRoute = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }

type IsSegmentOf<Given extends string, Expected extends string> = Expected extends `{${string}}`
  ? true
  : Given extends Expected
    ? true
    : false

/** Whether an address is one of a route's: segment by segment the same, or the value of a parameter. */
type IsOfRoute<Asked extends string, Route extends string> = Route extends `${infer Expected}/${infer RestOfRoute}`
  ? Asked extends `${infer Given}/${infer RestOfAsked}`
    ? IsSegmentOf<Given, Expected> extends true
      ? IsOfRoute<RestOfAsked, RestOfRoute>
      : false
    : false
  : Asked extends `${string}/${string}`
    ? false
    : IsSegmentOf<Asked, Route>

type RouteOf<Asked extends string> = Asked extends keyof ByRoute
  ? Asked
  : { [Route in keyof ByRoute]: IsOfRoute<Asked, Route> extends true ? Route : never }[keyof ByRoute]

/** A method and a path, as `GET /customers/cus_aaaaaaaa`, where the contract has an endpoint for it. */
export type Known<Asked extends string> = [RouteOf<Asked>] extends [never] ? never : Asked

type EndpointAt<Asked extends string> = ByRoute[RouteOf<Asked>]

type DeepReadonly<Value> = Value extends object ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> } : Value

/** What an API may send, before the browser fills in what one leaves out that is older. */
export type ReplyAt<Asked extends string> = DeepReadonly<z.input<EndpointAt<Asked>['reply']>>

/** What the endpoint receives, as it parses it. */
export type BodyAt<Asked extends string> =
  EndpointAt<Asked> extends { readonly body: infer Schema extends z.ZodMiniType } ? z.output<Schema> : undefined
