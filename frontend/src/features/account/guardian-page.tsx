import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { ApiError } from '../../api/api-error.ts'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { GuardianConsentForm } from './guardian-consent-form.tsx'
import { useLinkToken } from '../../ui/use-mailed-link.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import './settings.css'

const Consented = ({ minorName }: { readonly minorName: string }) => (
  <>
    <span className="card-mark">
      <CircleCheck size={28} aria-hidden="true" />
    </span>
    <h1>Autorización registrada</h1>
    <p role="status">Gracias. {minorName} ya puede continuar. No tienes que hacer nada más.</p>
  </>
)

const Unusable = ({ text, retry }: { readonly text: string; readonly retry?: () => void }) => (
  <>
    <h1>No podemos abrir la autorización</h1>
    <p role="alert">{text}</p>
    {retry ? (
      <RetryButton retry={retry} />
    ) : (
      <p>Pide a quien necesita tu autorización que la solicite otra vez desde su panel.</p>
    )}
  </>
)

function Request({ token }: { readonly token: string }) {
  const [done, setDone] = useState(false)
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['guardian-request', token],
    queryFn: () => callApi(apiContract.accountSettings.readGuardianRequest, { body: { token } }),
    staleTime: Infinity,
    // Not cached, so that coming back to the page shows the current state.
    gcTime: 0,
  })
  if (isPending) {
    return (
      <div className="result-wait" role="status">
        <span className="screen-turning" aria-hidden="true" />
        <h1>Abriendo la autorización...</h1>
      </div>
    )
  }
  if (!data)
    return (
      <Unusable text={toErrorMessage(error)} {...(!(error instanceof ApiError) && { retry: () => void refetch() })} />
    )
  if (done) return <Consented minorName={data.minorName} />
  return <GuardianConsentForm token={token} minorName={data.minorName} consented={() => setDone(true)} />
}

export function GuardianConsentPage() {
  const token = useLinkToken()
  return (
    <CardPageLayout wide>
      <PageHead title="Autorización" hidden />
      {token ? <Request token={token} /> : <Unusable text="Abre el enlace completo del correo que te enviamos." />}
    </CardPageLayout>
  )
}
