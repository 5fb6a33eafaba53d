import type { ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { pageRefusalMessages } from '../../ui/page-refusal-messages.ts'
import type { PurchaseFailure } from './checkout.ts'

function saidOf(failure: Exclude<PurchaseFailure, { kind: 'refused' }>): ReactNode {
  if (failure.kind === 'failed') return <p>{failure.text}</p>
  if (failure.kind === 'already-paid') {
    return (
      <>
        <p>{pageRefusalMessages['order-already-paid']}</p>
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

export function PurchaseFailureNotice({ failure }: { readonly failure: PurchaseFailure | undefined }) {
  if (!failure) return null
  if (failure.kind !== 'refused') return <NoticeBox kind="problem">{saidOf(failure)}</NoticeBox>
  const title = failure.error.code === 'email-taken' ? 'No se pudo completar el registro' : undefined
  return <FormErrorNotice error={failure.error} title={title} />
}
