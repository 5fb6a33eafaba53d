import * as z from 'zod/mini'
import { mailOutcomes, sendingStates, type SesAccountSettings } from '../ses/account.ts'
import { scanPaces, scanResults, type ScanSettings } from '../malware-scan.ts'
import { disputeActs } from '../stripe/disputes.ts'
import { readJsonBody, LocalConsoleRefusal, replyJson, type LocalConsoleRequestHandler } from './http.ts'

const MAX_TIMES = 100
const TIMES_RULE = `debe ser un número entero de 1 a ${MAX_TIMES}`

const Advance = z.object({ advance: z.string('falta una duración ISO 8601, como P14D o PT2H') }, 'falta un objeto JSON')
const Redeliver = z.object(
  {
    eventId: z.optional(z.string('debe ser el identificador de un aviso')),
    times: z.optional(z.int(TIMES_RULE).check(z.minimum(1, TIMES_RULE), z.maximum(MAX_TIMES, TIMES_RULE))),
  },
  'falta un objeto JSON',
)
const Settle = z.object(
  {
    sessionId: z.string('falta el identificador de la sesión de pago'),
    outcome: z.enum(['succeeded', 'failed'], 'debe ser succeeded o failed'),
  },
  'falta un objeto JSON',
)
const Dispute = z.object(
  {
    id: z.string('falta el identificador del cargo o de la disputa'),
    act: z.enum(disputeActs, `debe ser ${disputeActs.join(', ')}`),
  },
  'falta un objeto JSON',
)
const SetOutage = z.object(
  { service: z.string('falta el nombre del servicio'), down: z.boolean('debe ser true o false') },
  'falta un objeto JSON',
)

const SetProtection = z.object(
  { name: z.string('falta el nombre de la protección'), on: z.boolean('debe ser true o false') },
  'falta un objeto JSON',
)

const SetCondition = z.object(
  { name: z.string('falta el nombre de la condición'), on: z.boolean('debe ser true o false') },
  'falta un objeto JSON',
)

const yesOrNo = z.optional(z.boolean('debe ser true o false'))
const SetMailService = z.object(
  {
    sandbox: yesOrNo,
    throttling: yesOrNo,
    quotaReached: yesOrNo,
    twice: yesOrNo,
    sending: z.optional(z.enum(sendingStates, `debe ser uno de ${sendingStates.join(', ')}`)),
    outcome: z.optional(z.enum(mailOutcomes, `debe ser uno de ${mailOutcomes.join(', ')}`)),
  },
  'falta un objeto JSON',
)
const Unsuppress = z.object({ address: z.string('falta la dirección') }, 'falta un objeto JSON')
const SetScan = z.object(
  {
    result: z.optional(z.enum(scanResults, `debe ser uno de ${scanResults.join(', ')}`)),
    pace: z.optional(z.enum(scanPaces, `debe ser uno de ${scanPaces.join(', ')}`)),
    twice: yesOrNo,
  },
  'falta un objeto JSON',
)

const advance: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { advance: duration } = await readJsonBody(request, Advance)
  replyJson(response, { now: (await moved(parts.clock.advance, duration)).toISOString() })
}

async function moved(move: (duration: string) => Promise<Date>, duration: string): Promise<Date> {
  try {
    return await move(duration)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new LocalConsoleRefusal(400, `«${duration}» no es una duración ISO 8601 hacia delante, como P14D o PT2H.`)
  }
}

const redeliver: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { eventId, times } = await readJsonBody(request, Redeliver)
  const what = { ...(eventId !== undefined && { eventId }), ...(times !== undefined && { times }) }
  replyJson(response, (await parts.stripe.redeliver(what)) ?? null)
}

const settle: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { sessionId, outcome } = await readJsonBody(request, Settle)
  replyJson(response, (await parts.stripe.settle(sessionId, outcome)) ?? null)
}

const dispute: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { id, act } = await readJsonBody(request, Dispute)
  replyJson(response, (await parts.stripe.dispute(id, act)) ?? null)
}

const setOutage: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { service, down } = await readJsonBody(request, SetOutage)
  const known = parts.outages.list().map((outage) => outage.service)
  if (!known.includes(service)) {
    throw new LocalConsoleRefusal(404, `No hay ningún servicio «${service}». Los que hay: ${known.join(', ')}.`)
  }
  await parts.outages.set(service, down)
  replyJson(response, { service, down })
}

const setProtection: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { name, on } = await readJsonBody(request, SetProtection)
  const known = parts.protections.list().map((guard) => guard.name)
  if (!known.includes(name)) {
    throw new LocalConsoleRefusal(404, `No hay ninguna protección «${name}». Las que hay: ${known.join(', ')}.`)
  }
  await parts.protections.set(name, on)
  replyJson(response, { name, on })
}

const setCondition: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const { name, on } = await readJsonBody(request, SetCondition)
  const known = parts.conditions.list().map((condition) => condition.name)
  if (!known.includes(name)) {
    throw new LocalConsoleRefusal(404, `No hay ninguna condición «${name}». Las que hay: ${known.join(', ')}.`)
  }
  await parts.conditions.set(name, on)
  replyJson(response, { name, on })
}

const setMailService: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const changes = await readJsonBody(request, SetMailService)
  parts.mailService.set(
    Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as Partial<SesAccountSettings>,
  )
  replyJson(response, parts.mailService.list())
}

const unsuppress: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  parts.mailService.unsuppress((await readJsonBody(request, Unsuppress)).address)
  replyJson(response, parts.mailService.list())
}

const setScan: LocalConsoleRequestHandler = async ({ parts, request, response }) => {
  const changes = await readJsonBody(request, SetScan)
  parts.scan.set(
    Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<ScanSettings>,
  )
  replyJson(response, parts.scan.list())
}

const finishScans: LocalConsoleRequestHandler = ({ parts, response }) =>
  replyJson(response, { finished: parts.scan.finishAll() })

export const localConsoleCommands = {
  advance,
  redeliver,
  settle,
  dispute,
  setOutage,
  setProtection,
  setCondition,
  setMailService,
  unsuppress,
  setScan,
  finishScans,
}
