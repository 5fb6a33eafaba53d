import { useEffect, useState } from 'react'
import type { OwnConsultation } from '#contract/consultation'
import { formatCents } from '#contract/money'
import { Button } from '../../ui/button.tsx'
import { isPaymentDue } from './consultation-words.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const loadDialog = () => import('./pay-consultation-dialog.tsx')
const PayConsultationDialog = lazy(async () => ({ default: (await loadDialog()).PayConsultationDialog }))

export function PayConsultation({ consultation }: { readonly consultation: OwnConsultation }) {
  const { priceCents } = consultation
  if (!priceCents || !isPaymentDue(consultation)) return null
  return <PayButton consultation={consultation} priceCents={priceCents} />
}

interface PayButtonProps {
  readonly consultation: OwnConsultation
  readonly priceCents: number
}

/** The dialog's code is loaded with the button: there may be no connection later. */
function PayButton({ consultation, priceCents }: PayButtonProps) {
  const [asked, setAsked] = useState(false)
  useEffect(() => void loadDialog().catch(() => undefined), [])
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        Pagar {formatCents(priceCents)}
      </Button>
      {asked && (
        <WhileLoading>
          <PayConsultationDialog consultation={consultation} priceCents={priceCents} close={() => setAsked(false)} />
        </WhileLoading>
      )}
    </>
  )
}
