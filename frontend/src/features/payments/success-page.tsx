import { useQuery } from '@tanstack/react-query'
import { CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { productCatalogue } from '#contract/product-catalogue'
import { callApi } from '../../api/call-api.ts'
import { ApiUnreachableError, ApiError } from '../../api/api-error.ts'
import { practiceLegalDetails } from '#contract/practice'
import { ButtonLink } from '../../ui/button.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { heldSlotStore } from './held-slot-store.ts'
import { PaidSlotCard } from './paid-slot-card.tsx'
import { PaymentNextSteps } from './payment-next-steps.tsx'
import { PaymentResultCard } from './payment-result.tsx'
import { unpaidNewAccountStore } from './unpaid-new-account.ts'
import { RetryButton } from '../../ui/retry-button.tsx'

const Processing = () => (
  <PaymentResultCard>
    <div role="status" className="result-wait">
      <span className="screen-turning" aria-hidden="true" />
      <h1>Procesando tu pago...</h1>
      <p>No cierres esta ventana: tardamos solo unos segundos.</p>
    </div>
  </PaymentResultCard>
)

const stepsAfterwards = [
  'Recibirás un correo de confirmación con los datos de tu compra.',
  'Si acabas de crear tu cuenta, verifica tu correo con el enlace que te hemos enviado y entra en tu panel.',
]

const steps = [
  'Por correo te proponemos tres horas distintas; si ninguna te va bien, te enviamos otras.',
  'Te contactaremos en las próximas 24 horas para acordar el día y la hora, si antes no has elegido tú.',
  ...stepsAfterwards,
]

const included = [
  `${productCatalogue['primera-consulta'].durationMinutes} minutos de videollamada con un especialista en microbiota humana.`,
  'Repaso de tus síntomas, tu alimentación y tus hábitos.',
  'Tres opciones de presupuesto para seguir, sin compromiso.',
]

interface SuccessProps {
  readonly startsAt: string | null
  readonly hadHour: boolean
}

const Success = ({ startsAt, hadHour }: SuccessProps) => (
  <PaymentResultCard drawing="pago-completado">
    <h1>Pago completado</h1>
    <p role="status" className="result-lead">
      ¡Pago procesado exitosamente!{' '}
      {startsAt ? 'Tu consulta ya tiene día y hora.' : 'Te contactaremos pronto para programar tu consulta.'}
    </p>
    {startsAt && <PaidSlotCard startsAt={startsAt} />}
    {!startsAt && hadHour && (
      <NoticeBox>
        La hora que elegiste ya no estaba libre cuando llegó tu pago. Tu pago está guardado: elige otra hora con el
        correo que te hemos enviado.
      </NoticeBox>
    )}
    <PaymentNextSteps title="Qué pasa ahora" steps={startsAt ? stepsAfterwards : steps} />
    <h2 className="result-heading">Tu consulta inicial incluye</h2>
    <ul className="result-list">
      {included.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
    <div className="card-actions">
      <ButtonLink to="/auth">Iniciar sesión</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        Volver al inicio
      </ButtonLink>
    </div>
  </PaymentResultCard>
)

const BookedSuccess = () => (
  <PaymentResultCard drawing="pago-completado">
    <h1>Pago completado</h1>
    <p role="status" className="result-lead">
      Tu consulta ya está pagada. Te enviamos el justificante por correo.
    </p>
    <div className="card-actions">
      <ButtonLink to="/client?tab=consultations">Ver mis consultas</ButtonLink>
    </div>
  </PaymentResultCard>
)

/** The hour was cancelled while its client was on Stripe's page. */
const KeptSuccess = () => (
  <PaymentResultCard drawing="pago-completado">
    <h1>Pago completado</h1>
    <p role="status" className="result-lead">
      Tu pago está guardado: esa hora se canceló antes de que llegara. Elige otra cuando quieras, sin pagar nada más. Te
      enviamos el justificante por correo.
    </p>
    <div className="card-actions">
      <ButtonLink to="/client?tab=consultations">Elegir otra hora</ButtonLink>
    </div>
  </PaymentResultCard>
)

const BudgetSuccess = () => (
  <PaymentResultCard drawing="pago-completado">
    <h1>Pago completado</h1>
    <p role="status" className="result-lead">
      Hemos recibido el pago de tu presupuesto. Te enviamos el justificante por correo.
    </p>
    <div className="card-actions">
      <ButtonLink to="/client/presupuestos">Ver mi presupuesto</ButtonLink>
    </div>
  </PaymentResultCard>
)

const reasonOf = (error: Error): string | undefined => {
  // The session id comes from the URL; for an invalid one only a general message makes sense.
  if (error instanceof ApiError) return error.code === 'invalid-input' ? undefined : error.text
  return error instanceof ApiUnreachableError ? error.message : undefined
}

const Failure = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => (
  <PaymentResultCard>
    <span className="card-mark card-mark-problem">
      <CircleX size={28} aria-hidden="true" />
    </span>
    <h1>No hemos podido confirmar tu pago</h1>
    <div role="alert">
      <p>Hubo un error procesando tu pago. Por favor contacta con nosotros.</p>
      <p className="result-reason">{reasonOf(error)}</p>
    </div>
    <p>Si tu banco muestra el cargo, no pagues otra vez: lo confirmaremos en cuanto nos llegue el aviso.</p>
    <p className="result-help">
      Escríbenos a <a href={`mailto:${practiceLegalDetails.email}`}>{practiceLegalDetails.email}</a> y lo miramos
      contigo.
    </p>
    <div className="card-actions">
      <RetryButton retry={retry} />
      <ButtonLink to="/" variant="secondary">
        Volver al inicio
      </ButtonLink>
    </div>
  </PaymentResultCard>
)

const Nothing = () => (
  <PaymentResultCard>
    <h1>No hay ningún pago que confirmar</h1>
    <p>Este enlace no indica ningún pago. Si acabas de pagar, recibirás la confirmación por correo.</p>
    <div className="card-actions">
      <ButtonLink to="/primera-consulta">Ver la primera consulta</ButtonLink>
      <ButtonLink to="/" variant="secondary">
        Volver al inicio
      </ButtonLink>
    </div>
  </PaymentResultCard>
)

/** Stripe's webhook decides the same without this page. */
function Confirmation({ sessionId, of }: { readonly sessionId: string; readonly of: 'budget' | 'hour' | 'purchase' }) {
  const { status, data, error, isFetching, refetch } = useQuery({
    queryKey: ['confirm-payment', sessionId],
    // Without the abort signal, a second mount does not repeat the request.
    queryFn: () => callApi(apiContract.purchases.confirm, { body: { sessionId } }),
    retry: false,
    staleTime: Infinity,
    retryOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  // Read at mount: the payment ends the hold.
  const [held] = useState(heldSlotStore.read)
  useEffect(() => {
    if (status !== 'success') return
    unpaidNewAccountStore.forget()
    heldSlotStore.forget()
  }, [status])
  if (status === 'success' && of === 'hour') return data.waitsForHour ? <KeptSuccess /> : <BookedSuccess />
  if (status === 'success' && of === 'budget') return <BudgetSuccess />
  if (status === 'success') return <Success startsAt={data.startsAt} hadHour={held?.isPaymentBegun ?? false} />
  return isFetching || !error ? <Processing /> : <Failure error={error} retry={() => void refetch()} />
}

function toKind(search: URLSearchParams) {
  if (search.has('presupuesto')) return 'budget'
  return search.has('consulta') ? 'hour' : 'purchase'
}

export function PaymentConfirmationPage() {
  const [search] = useSearchParams()
  const sessionId = search.get('session_id')
  return (
    <>
      <PageHead title="Confirmación del pago" hidden />
      {sessionId ? <Confirmation sessionId={sessionId} of={toKind(search)} /> : <Nothing />}
    </>
  )
}
