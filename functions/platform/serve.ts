import middy from '@middy/core'
import * as z from 'zod/mini'
import type { Endpoint, Endpoints, ActionInput, EndpointReply } from '#contract/endpoint'
import { getEndpointDenialReason } from '#contract/permissions'
import type { TableAccess } from '#data/table-access'
import { withTableAccess } from '#data/enforce-table-access'
import {
  type Actor,
  resolveActor,
  type RegisteringActor,
  resolveRegisteringActor,
  parseAccessToken,
  type AnonymousCaller,
} from './actor.ts'
import { createRefusalMiddleware } from './refusal-middleware.ts'
import {
  createJsonResponse,
  createTextResponse,
  readApiUrl,
  readCallerDetails,
  readRawBody,
  type ApiRequest,
  type ApiResponse,
} from './http.ts'
import { requireHealthConsent } from './health-consent.ts'
import { createCallLogMiddleware } from './call-log-middleware.ts'
import { refuseCloudFrontOrigin, requireCloudFrontOrigin } from './cloud-front-origin.ts'
import { auditRecordOpenings } from './record-openings.ts'
import { RefusalError, throwRefusal } from './refusal-error.ts'
import type { ActionServices } from './services.ts'
import { recordSignInSession } from './sessions.ts'

type Caller<E extends Endpoint> = E['allow'] extends 'everyone'
  ? AnonymousCaller
  : E extends { assurance: 'registering' }
    ? RegisteringActor
    : Actor

export type ActionCall<E extends Endpoint> = ActionInput<E> & {
  readonly actor: Caller<E>
  /** Missing when an action is called by another, without a request. */
  readonly apiUrl?: string
}
export type EndpointAction<E extends Endpoint, S extends ActionServices = ActionServices> = (
  call: ActionCall<E>,
  services: S,
) => Promise<EndpointReply<E>>
export type EndpointActions<Es extends Endpoints, S extends ActionServices> = {
  readonly [Name in keyof Es]: EndpointAction<Es[Name], S>
}

/**
 * Binds a domain's endpoints to its actions; a missing or mistyped action does not compile. API Gateway has matched the
 * route already, so the endpoint is a look-up.
 */
export const serve =
  <Es extends Endpoints, S extends ActionServices>(
    endpoints: Es,
    actions: EndpointActions<Es, S>,
    access: TableAccess,
  ) =>
  (openServices: () => S) => {
    const names = new Map(Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, name]))
    let services: S | undefined

    return middy<ApiRequest, ApiResponse>()
      .use(createCallLogMiddleware())
      .use(createRefusalMiddleware())
      .handler(
        withTableAccess(access, async (request: ApiRequest) => {
          const name = names.get(request.routeKey) ?? throwRefusal('not-found')
          const endpoint = endpoints[name] ?? throwRefusal('not-found')
          // The name pairs this endpoint with its own action; TypeScript cannot follow that through a look-up.
          const action = actions[name] as unknown as EndpointAction<Endpoint, S>
          services ??= openServices()
          if (endpoint.direct) refuseCloudFrontOrigin(request)
          else requireCloudFrontOrigin(request, await services.originSecret())
          const actor = await admit(endpoint, request, services)
          const call = { actor, apiUrl: readApiUrl(request), ...inputOf(endpoint, request) } as ActionCall<Endpoint>
          if (endpoint.health) await requireHealthConsent(endpoint.health, call, services)
          const reply = endpoint.reply.parse(await action(call, services))
          await auditRecordOpenings(endpoint, call, reply, services)
          if (endpoint.contentType) return createTextResponse(endpoint.contentType, String(reply))
          return createJsonResponse(endpoint.status ?? 200, reply, endpoint.sharedCache?.seconds)
        }),
      )
  }

async function admit(
  endpoint: Endpoint,
  request: ApiRequest,
  services: ActionServices,
): Promise<Actor | RegisteringActor | AnonymousCaller> {
  const caller = readCallerDetails(request)
  if (endpoint.allow === 'everyone') return caller
  const token = parseAccessToken(request)
  if (endpoint.assurance === 'registering') return resolveRegisteringActor(token, caller, services)
  const actor = await resolveActor(token, caller, services)
  // Also sessions without access yet: the owner should see that somebody has the password.
  await recordSignInSession(actor, services)
  const refusal = getEndpointDenialReason(endpoint, actor)
  return refusal ? throwRefusal(refusal) : actor
}

const inputOf = (endpoint: Endpoint, request: ApiRequest) => ({
  params: parseWith(endpoint.params, request.pathParameters ?? {}, 'not-found'),
  query: parseWith(
    endpoint.query,
    request.queryStringParameters ?? {},
    endpoint.direct ? 'not-found' : 'invalid-input',
  ),
  body: endpoint.body && parseWith(endpoint.body, fromJson(request)),
})

/**
 * A malformed id in the path, or a machine's malformed secret, is `not-found` instead of `invalid-input`, because it
 * cannot exist.
 */
function parseWith(
  schema: z.ZodMiniType | undefined,
  given: unknown,
  code: 'invalid-input' | 'not-found' = 'invalid-input',
) {
  const verdict = schema?.safeParse(given)
  if (verdict?.error)
    throw new RefusalError(code, { cause: verdict.error, ...(code === 'invalid-input' && problemsIn(verdict.error)) })
  return verdict?.data
}

const problemsIn = (error: z.core.$ZodError) => {
  const { fieldErrors } = z.flattenError(error) as { fieldErrors: Record<string, string[] | undefined> }
  return { problems: Object.fromEntries(Object.entries(fieldErrors).map(([field, texts]) => [field, texts ?? []])) }
}

function fromJson(request: ApiRequest): unknown {
  try {
    return JSON.parse(readRawBody(request).toString('utf8') || 'null')
  } catch (error) {
    return throwRefusal('invalid-input', error)
  }
}
