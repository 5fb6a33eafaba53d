import { type diagnostics, type ServiceHealth, type MonitoredService, monitoredServices } from '#contract/diagnostics'
import { pingTable } from '#data/ping-table'
import type { Actor } from '#platform/actor'
import type { EndpointAction } from '#platform/serve'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import type { DiagnosticsServices } from './services.ts'

const SLOW_MS = 1000

export const checkServicesHealth: EndpointAction<typeof diagnostics.services, DiagnosticsServices> = async (
  { actor },
  services,
) => {
  const questions = questionsOf(actor, services)
  const items = await Promise.all(monitoredServices.map((service) => ask(service, questions[service], services)))
  return { checkedAt: services.wallClock().toISOString(), items }
}

type Questions = Readonly<Record<MonitoredService, () => Promise<unknown>>>

const questionsOf = ({ sub }: Actor, { data, identities, questions }: DiagnosticsServices): Questions => ({
  files: () => questions.files(),
  mail: () => questions.mail(),
  payments: () => questions.payments(),
  table: () => pingTable(data),
  'sign-in': () => identities.find(sub),
})

async function ask(
  service: MonitoredService,
  question: () => Promise<unknown>,
  { timeoutFor, wallClock }: DiagnosticsServices,
): Promise<ServiceHealth> {
  const since = wallClock().getTime()
  const answered = await within(timeoutFor(service), question).then(
    () => true,
    (error: unknown) => {
      log.warn('a service did not answer', { of: service, unanswered: formatErrorForLog(error) })
      return false
    },
  )
  const latencyMs = Math.max(0, wallClock().getTime() - since)
  if (!answered) return { service, state: 'failed', latencyMs }
  return { service, state: latencyMs > SLOW_MS ? 'slow' : 'ok', latencyMs }
}

async function within<T>(timeout: AbortSignal, question: () => Promise<T>): Promise<T> {
  const answer = question()
  const ended = new Promise<never>((_, reject) => {
    if (timeout.aborted) reject(timeout.reason)
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true })
  })
  return Promise.race([ended, answer])
}
