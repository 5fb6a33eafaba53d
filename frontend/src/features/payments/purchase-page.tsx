import { useState } from 'react'
import { Navigate } from 'react-router-dom'
import { apiContract } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { Link } from '../../ui/link.tsx'
import { LoadingScreen } from '../../ui/loading-screen.tsx'
import { legalPeriods } from '../../content/legal-text.ts'
import { bookingDrawing } from '../../drawings/booking-drawing.ts'
import { DrawingPicture } from '../../drawings/drawing-picture.tsx'
import { CardPageLayout } from '../../ui/card-page-layout.tsx'
import { PageHead } from '../../ui/page-head.ts'
import { NewAccountPurchase, SIGN_IN_TO_BUY } from './new-account-purchase.tsx'
import { PaymentNextSteps } from './payment-next-steps.tsx'
import { callApi } from '../../api/call-api.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { storeSlotHoldOfCheckout, toPurchaseRequestBody } from './checkout.ts'
import { useOpenHeldSlot } from './held-slot-store.ts'
import { formatSlotOfDay } from './slot-times.ts'
import './purchase.css'

const AdministratorNotice = () => (
  <CardPageLayout wide>
    <PageHead page="/comprar" />
    <h1>Comprar</h1>
    <p>Has iniciado sesión con una cuenta de administración, que no puede comprar consultas.</p>
    <p>
      <Link to="/admin">Ir al panel de administración</Link>
    </p>
  </CardPageLayout>
)

const listSteps = (startsAt: string | undefined): readonly string[] => [
  'Pagas en la página segura de Stripe y recibes el justificante por correo.',
  startsAt
    ? `Tu cita queda confirmada para ${formatSlotOfDay(startsAt)}, con el enlace de la videollamada en tu correo.`
    : 'Te llegan por correo tres propuestas de hora; si ninguna te va bien, te enviamos otras.',
  'Nos vemos, repasamos tu caso y recibes tres presupuestos, sin compromiso.',
]

const Course = () => (
  <aside className="purchase-course" aria-label="Después de comprar">
    <DrawingPicture file={bookingDrawing} className="purchase-drawing" />
    <PaymentNextSteps title="Qué pasa después" steps={listSteps(useOpenHeldSlot()?.startsAt)} />
    <p>
      Tienes {legalPeriods.withdrawalDays} días para <Link to="/terminos#desistimiento">desistir de la compra</Link>.
    </p>
  </aside>
)

/** A constant, because a new object in each render would navigate again. */
const sessionEnded = { ended: true }

export function PurchasePage() {
  const { loading, session, userRole, leaving } = useAuth()
  const [wasSignedIn, setWasSignedIn] = useState(false)
  if (userRole && !wasSignedIn) setWasSignedIn(true)
  if (loading) return <LoadingScreen />
  // A client whose session ended would otherwise see the empty form for a new account.
  if (wasSignedIn && !session && !leaving) return <Navigate to={SIGN_IN_TO_BUY} replace state={sessionEnded} />
  if (userRole === 'administrador') return <AdministratorNotice />
  return (
    <div className="card-page purchase-page">
      <PageHead page="/comprar" />
      <div className="card card-wide">{userRole ? <SignedInClientPurchase /> : <NewAccountPurchase />}</div>
      <Course />
    </div>
  )
}

const SignedInClientPurchase = () => (
  <>
    <h1>Tu primera consulta</h1>
    <CheckoutForm
      checkout={(code) =>
        storeSlotHoldOfCheckout(callApi(apiContract.purchases.checkout, { body: toPurchaseRequestBody(code) }))
      }
    />
  </>
)
