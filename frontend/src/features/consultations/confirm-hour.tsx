import type { Consultation } from '#contract/consultation'
import { Button, type ButtonProps } from '../../ui/button.tsx'
import { isPriceKnown } from './consultation-words.ts'
import { toConsultationPathParams, useAdminConsultationMutations } from './use-admin-consultation-mutations.ts'

interface ConfirmHourProps extends Pick<ButtonProps, 'variant' | 'children'> {
  readonly consultation: Consultation
  readonly ask: (what: 'confirm', consultation: Consultation) => void
}

/**
 * Confirms at once if the price is known; otherwise asks for it, because the client was promised the price with the
 * confirmation.
 */
export function ConfirmHour({ consultation, ask, variant, children = 'Confirmar' }: ConfirmHourProps) {
  const { setStatus } = useAdminConsultationMutations(() => undefined)
  const { version } = consultation
  const confirm = () =>
    isPriceKnown(consultation)
      ? setStatus.mutate({ params: toConsultationPathParams(consultation), body: { status: 'scheduled', version } })
      : ask('confirm', consultation)
  return (
    <Button size="small" variant={variant} busy={setStatus.isPending} busyText="Confirmando..." onClick={confirm}>
      {children}
    </Button>
  )
}
