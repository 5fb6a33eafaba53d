import { type HealthWithdrawalRequest, healthWithdrawalRequests } from '#contract/health-consent'

type Reader = 'client' | 'practice'

/** The wording depends on the reader: the client, or an administrator who withdraws for them. */
export function listWithdrawalEffects(reader: Reader): readonly string[] {
  const isOwn = reader === 'client'
  const [one, many] = isOwn ? ['tu', 'tus'] : ['su', 'sus']
  return [
    isOwn
      ? 'Desde ahora no guardaremos ningún dato de salud más, y avisaremos a la consulta.'
      : 'Desde ahora no se puede guardar ningún dato de salud más, y avisamos a la consulta por correo. Si habías indicado otra base legal, deja de valer.',
    `En una hora como mucho borramos ${one} cuestionario, ${many} analíticas, ${many} pautas con sus tomas, ${one} registro semanal, ${many} mensajes con sus archivos, los presupuestos que no ${isOwn ? 'has' : 'ha'} aceptado, las descargas de ${many} datos y lo que hay escrito en ${many} consultas y en ${one} ficha. No se puede deshacer.`,
    `Si ya ${isOwn ? 'has' : 'ha'} tenido alguna consulta, la ley nos obliga a guardar una copia hasta cinco años después de la última. Queda bloqueada: nadie de la consulta puede verla.`,
    isOwn
      ? 'Tu cuenta, tus citas y tus facturas siguen como están.'
      : 'Su cuenta, sus citas y sus facturas siguen como están.',
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
