import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { ApiError } from '../api/api-error.ts'
import { endpointQueryOptions } from '../api/endpoint-query.ts'
import { AgeCheckNotice } from '../features/account/age-notice.tsx'
import { HealthConsentNotice } from '../features/consent/health-consent-notice.tsx'
import { CardLoadError } from '../ui/panel.tsx'
import { toGreeting } from './greeting.ts'

const ownRecordQuery = endpointQueryOptions(apiContract.ownCustomer.current, {})

export const ClientRecordGreeting = () => toGreeting('', useQuery(ownRecordQuery).data?.name)

export function ClientRecordProblem() {
  const { error, refetch } = useQuery(ownRecordQuery)
  const problem = toProblem(error)
  return problem && <CardLoadError text={problem} retry={() => void refetch()} />
}

/** A missing record is no error to a client (ERR-13). */
function toProblem(error: Error | null): string | undefined {
  const code = error instanceof ApiError ? error.code : undefined
  if (!error || code === 'not-found') return undefined
  return code === 'profile-missing'
    ? 'No se pudo crear la información del cliente'
    : 'No se pudo crear o encontrar la información del cliente'
}

export const ClientTabNotice = ({ tab }: { readonly tab: string }) => (
  <>
    {tab !== 'settings' && <AgeCheckNotice />}
    {tab === 'supplements' && <HealthConsentNotice />}
  </>
)
