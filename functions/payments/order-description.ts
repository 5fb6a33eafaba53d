import { productCatalogue } from '#contract/product-catalogue'
import type { StoredOrder } from './open-checkout-session.ts'

export function formatOrderDescription({ product, concept = '' }: Pick<StoredOrder, 'product' | 'concept'>): string {
  if (product === 'consulta' || product === 'presupuesto') return concept
  const { name, durationMinutes } = productCatalogue[product]
  return `${name} (${durationMinutes} minutos, por videollamada)`
}
