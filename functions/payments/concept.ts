import { catalogue, type ProductKey } from '#contract/catalogue'

/** What a payment was for, as buyers read it. */
export const productConcept = (product: ProductKey): string => {
  const { name, durationMinutes } = catalogue[product]
  return `${name} (${durationMinutes} minutos, por videollamada)`
}
