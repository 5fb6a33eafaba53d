import { formatCents, formatRoundCents } from '#contract/money'
import { computeWholeCost, processCosts, LONGEST_PROCESS_MONTHS } from '#contract/process-costs'
import { productCatalogue } from '#contract/product-catalogue'

const { saleCents, durationMinutes } = productCatalogue['primera-consulta']
const { budget, supplementsAMonth } = processCosts
const whole = computeWholeCost()

const rangeOf = ({ fromCents, toCents }: { readonly fromCents: number; readonly toCents: number }) =>
  `De ${formatRoundCents(fromCents)} a ${formatRoundCents(toCents)}`

export const landingPrice = {
  sum: formatCents(saleCents),
  text: `Primera consulta de ${durationMinutes} minutos, impuestos incluidos`,
} as const

export const landingCost = {
  title: 'Cuánto cuesta en total',
  range: rangeOf(whole),
  text: `El proceso entero, hasta ${LONGEST_PROCESS_MONTHS} meses, con impuestos. Si después de la primera consulta no sigues, solo habrás pagado esa.`,
  parts: [
    {
      name: 'Primera consulta',
      sum: formatRoundCents(saleCents),
      text: 'Se paga al reservar.',
    },
    {
      name: 'El presupuesto que elijas',
      sum: rangeOf(budget),
      text: 'Tres opciones después de la consulta, o ninguna. Con las consultas, los resultados explicados y tu plan.',
    },
    { name: 'Kit y laboratorio', sum: 'Incluidos', text: 'El estudio de microbiota está en los tres presupuestos.' },
    {
      name: 'Suplementos',
      sum: `${rangeOf(supplementsAMonth)} al mes`,
      text: 'Solo si te hacen falta, y nunca antes de tus resultados.',
    },
  ],
  note: 'Es una orientación. El precio exacto está en tus presupuestos, por escrito, antes de decidir.',
} as const
