import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { type MonitoredService, monitoredServices } from '#contract/diagnostics'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { ApiUnreachableError } from '../../api/api-error.ts'
import { serviceLabels } from './service-labels.ts'

export interface ServiceHealthLine {
  readonly service: MonitoredService
  /** `unknown`: the check itself could not run. */
  readonly state: 'ok' | 'slow' | 'failed' | 'unknown'
  readonly latencyMs?: number
}

const broke = (error: unknown): boolean => error instanceof ApiUnreachableError && error.status !== undefined

/**
 * Without the table the server cannot authorise the check; the public health endpoint, which reads the table only, then
 * tells whether that is the cause.
 */
export function useServiceHealth() {
  // No retry: a service that fails at first must be visible here.
  const check = useQuery({ ...endpointQueryOptions(apiContract.diagnostics.services, {}), retry: false, staleTime: 0 })
  const health = useQuery({
    ...endpointQueryOptions(apiContract.security.health, { params: { check: 'health' } }),
    enabled: broke(check.error),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  const tableIsDown = broke(check.error) && broke(health.error)
  return {
    isPending: check.isPending || (broke(check.error) && health.isPending),
    isFetching: check.isFetching || health.isFetching,
    error: check.error,
    checkedAt: check.error ? undefined : check.data?.checkedAt,
    lines: tableIsDown ? withoutTable : check.error ? undefined : check.data?.items,
    again: async () => {
      const { error } = await check.refetch()
      if (broke(error)) await health.refetch()
    },
  }
}

export const useFailedServices = (): readonly string[] =>
  (useServiceHealth().lines ?? [])
    .filter(({ state }) => state === 'failed')
    .map(({ service }) => serviceLabels[service])

const withoutTable: readonly ServiceHealthLine[] = monitoredServices.map((service) => ({
  service,
  state: service === 'table' ? 'failed' : 'unknown',
}))
