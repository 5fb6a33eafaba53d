/** A guardian and the practice read of the client in the third person. */
export type WithdrawalReader = 'client' | 'guardian' | 'practice'

/** What a withdrawal of the health consent erases, keeps and leaves: told before it in dialogs, afterwards in mails. */
export function describeWithdrawalEffects(reader: WithdrawalReader) {
  const isOwn = reader === 'client'
  const [one, many, has] = isOwn ? ['tu', 'tus', 'has'] : ['su', 'sus', 'ha']
  return {
    erased: `${one} cuestionario, ${many} analíticas, ${many} pautas con sus tomas, ${one} registro semanal, ${many} mensajes con sus archivos, los presupuestos que no ${has} aceptado, las descargas de ${many} datos y lo que hay escrito en ${many} consultas y en ${one} ficha`,
    archived: `Si ya ${has} tenido alguna consulta, la ley nos obliga a guardar una copia hasta cinco años después de la última. Queda bloqueada: nadie de la consulta puede verla.`,
    unchanged: `${isOwn ? 'Tu' : 'Su'} cuenta, ${many} citas y ${many} facturas siguen como están.`,
  } as const
}
