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
  const healthChecks = healthChecksFor(actor, services)
  const items = await Promise.all(
    monitoredServices.map((service) => runCheck(service, healthChecks[service], services)),
  )
  return { checkedAt: services.wallClock().toISOString(), items }
}

type HealthChecks = Readonly<Record<MonitoredService, () => Promise<unknown>>>

const healthChecksFor = ({ sub }: Actor, { data, identities, healthChecks }: DiagnosticsServices): HealthChecks => ({
  files: () => healthChecks.files(),
  mail: () => healthChecks.mail(),
  payments: () => healthChecks.payments(),
  table: () => pingTable(data),
  'sign-in': () => identities.find(sub),
})

async function runCheck(
  service: MonitoredService,
  check: () => Promise<unknown>,
  { timeoutFor, wallClock }: DiagnosticsServices,
): Promise<ServiceHealth> {
  const since = wallClock().getTime()
  const answered = await within(timeoutFor(service), check).then(
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

async function within<T>(timeout: AbortSignal, check: () => Promise<T>): Promise<T> {
  const answer = check()
  const ended = new Promise<never>((_, reject) => {
    if (timeout.aborted) reject(timeout.reason)
    timeout.addEventListener('abort', () => reject(timeout.reason), { once: true })
  })
  return Promise.race([ended, answer])
}
