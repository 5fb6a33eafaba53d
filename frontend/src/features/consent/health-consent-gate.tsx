import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiContract } from '#contract/api'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { HealthConsentStep } from './health-consent-step.tsx'
import { useOwnHealthConsent } from './use-health-consent.ts'

interface HealthConsentGateProps {
  readonly title: string
  readonly readable?: ReactNode
  /**
   * For a minor whose guardian has not answered.
   * @default children, where they say it themselves
   */
  readonly ofMinor?: ReactNode
  readonly children: ReactNode
}

function useIsGuardianAwaited(): boolean {
  const state = useQuery(endpointQueryOptions(apiContract.accountSettings.readSettings, {})).data?.guardian.state
  return state === 'needed' || state === 'asked'
}

export function HealthConsentGate({ title, readable, children, ofMinor = children }: HealthConsentGateProps) {
  const { data, isPending, error, refetch } = useOwnHealthConsent()
  // For a minor the guardian's answer comes first.
  if (useIsGuardianAwaited()) return ofMinor
  if (data?.state === 'given') return children
  return (
    <>
      <Card id="health-consent" title={data ? 'Antes de empezar: tus datos de salud' : title}>
        {isPending && <CardLoading text="Cargando..." />}
        {!isPending && !data && <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />}
        {data && <HealthConsentStep outdated={data.state === 'outdated'} />}
      </Card>
      {!isPending && readable}
    </>
  )
}
