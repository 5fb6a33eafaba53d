import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { refusalMessages } from '../../ui/refusal-messages.ts'
import type { PurchaseFailure } from './checkout.ts'

function saidOf(failure: PurchaseFailure): ReactNode {
  if (failure.kind === 'failed') return <p>{failure.text}</p>
  if (failure.kind === 'refused') return <p>{refusalMessages[failure.error.code]}</p>
  if (failure.kind === 'account-exists') {
    return (
      <>
        <p>No se pudo completar el registro</p>
        <p>{failure.text}</p>
      </>
    )
  }
  if (failure.kind === 'already-paid') {
    return (
      <>
        <p>{refusalMessages['order-already-paid']}</p>
        <Link to="/auth">Ir a tu cuenta</Link>
      </>
    )
  }
  return (
    <>
      <p>Tu cuenta ya está verificada. Inicia sesión para pagar.</p>
      <Link to="/auth?next=/comprar">Iniciar sesión</Link>
    </>
  )
}

export const PurchaseFailureNotice = ({ failure }: { readonly failure: PurchaseFailure | undefined }) =>
  // A refused code is shown at its field.
  failure && failure.kind !== 'discount-invalid' && <NoticeBox kind="problem">{saidOf(failure)}</NoticeBox>
