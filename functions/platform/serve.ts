import middy from '@middy/core'
import * as z from 'zod/mini'
import type { Endpoint, Endpoints, Input, Reply } from '#contract/endpoint'
import { denialReason } from '#contract/permissions'
import type { TableAccess } from '#data/table-access'
import { withAccess } from '#data/table-scope'
import { type Actor, actorOf, type Newcomer, newcomerOf, tokenOf, type Visitor } from './actor.ts'
import { answerRefusals } from './answer-refusals.ts'
import { jsonResponse, callerOf, rawBody, type Request, type Response } from './http.ts'
import { requireHealthConsent } from './health-consent.ts'
import { logCalls } from './log-calls.ts'
import { requireOrigin } from './origin.ts'
import { auditOpenings } from './record-openings.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Services } from './services.ts'
import { recordSession } from './sessions.ts'

type Caller<E extends Endpoint> = E['allow'] extends 'everyone'
  ? Visitor
  : E extends { assurance: 'registering' }
    ? Newcomer
    : Actor

export type Call<E extends Endpoint> = Input<E> & { readonly actor: Caller<E> }
export type Action<E extends Endpoint, S extends Services = Services> = (
  call: Call<E>,
  services: S,
) => Promise<Reply<E>>
export type Actions<Es extends Endpoints, S extends Services> = { readonly [Name in keyof Es]: Action<Es[Name], S> }

/**
 * Binds a domain's endpoints to its actions; a missing or mistyped action does not compile. `access` is what the domain
 * does with the table. API Gateway has matched the route already, so the endpoint is a look-up.
 */
export const serve =
  <Es extends Endpoints, S extends Services>(endpoints: Es, actions: Actions<Es, S>, access: TableAccess) =>
  (openServices: () => S) => {
    const names = new Map(Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, name]))
    let services: S | undefined

    return middy<Request, Response>()
      .use(logCalls())
      .use(answerRefusals())
      .handler(
        withAccess(access, async (request: Request) => {
          const name = names.get(request.routeKey) ?? refuse('not-found')
          const endpoint = endpoints[name] ?? refuse('not-found')
          // The name pairs this endpoint with its own action; TypeScript cannot follow that through a look-up.
          const action = actions[name] as unknown as Action<Endpoint, S>
          services ??= openServices()
          requireOrigin(request, await services.originSecret())
          const actor = await admit(endpoint, request, services)
          const call = { actor, ...inputOf(endpoint, request) } as Call<Endpoint>
          if (endpoint.health) await requireHealthConsent(endpoint.health, call, services)
          const reply = endpoint.reply.parse(await action(call, services))
          await auditOpenings(endpoint, call, reply, services)
          return jsonResponse(endpoint.status ?? 200, reply)
        }),
      )
  }

async function admit(endpoint: Endpoint, request: Request, services: Services): Promise<Actor | Newcomer | Visitor> {
  const caller = callerOf(request)
  if (endpoint.allow === 'everyone') return caller
  const token = tokenOf(request)
  if (endpoint.assurance === 'registering') return newcomerOf(token, caller, services)
  const actor = await actorOf(token, caller, services)
  // Also one that may do nothing yet: its owner should see that somebody has their password.
  await recordSession(actor, services)
  const refusal = denialReason(endpoint, actor)
  return refusal ? refuse(refusal) : actor
}

const inputOf = (endpoint: Endpoint, request: Request) => ({
  params: parseWith(endpoint.params, request.pathParameters ?? {}, 'not-found'),
  query: parseWith(endpoint.query, request.queryStringParameters ?? {}),
  body: endpoint.body && parseWith(endpoint.body, fromJson(request)),
})

/** A malformed id in the path is `not-found` rather than `invalid-input`, because such an id cannot exist. */
function parseWith(
  schema: z.ZodMiniType | undefined,
  given: unknown,
  code: 'invalid-input' | 'not-found' = 'invalid-input',
) {
  const verdict = schema?.safeParse(given)
  if (verdict?.error)
    throw new Refusal(code, { cause: verdict.error, ...(code === 'invalid-input' && problemsIn(verdict.error)) })
  return verdict?.data
}

const problemsIn = (error: z.core.$ZodError) => {
  const { fieldErrors } = z.flattenError(error) as { fieldErrors: Record<string, string[] | undefined> }
  return { problems: Object.fromEntries(Object.entries(fieldErrors).map(([field, texts]) => [field, texts ?? []])) }
}

function fromJson(request: Request): unknown {
  try {
    return JSON.parse(rawBody(request).toString('utf8') || 'null')
  } catch (error) {
    return refuse('invalid-input', error)
  }
}
