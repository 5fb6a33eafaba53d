import { type HealthWithdrawalRequest, healthWithdrawalRequests } from '#contract/health-consent'
import { describeWithdrawalEffects, type WithdrawalReader } from '#contract/health-withdrawal-effects'

export function listWithdrawalEffects(reader: Exclude<WithdrawalReader, 'guardian'>): readonly string[] {
  const { erased, archived, unchanged } = describeWithdrawalEffects(reader)
  return [
    reader === 'client'
      ? 'Desde ahora no guardaremos ningún dato de salud más, y avisaremos a la consulta.'
      : 'Desde ahora no se puede guardar ningún dato de salud más, y avisamos a la consulta por correo. Si habías indicado otra base legal, deja de valer.',
    `En una hora como mucho borramos ${erased}. No se puede deshacer.`,
    archived,
    unchanged,
  ]
}

const requestLabels: Readonly<Record<HealthWithdrawalRequest, string>> = {
  'client-written': 'El cliente, por escrito',
  'client-spoken': 'El cliente, de palabra',
  'guardian-written': 'Su madre, padre o tutor, por escrito',
  'guardian-spoken': 'Su madre, padre o tutor, de palabra',
}

export const withdrawalRequestOptions = healthWithdrawalRequests.map(
  (request) => [request, requestLabels[request]] as const,
)
