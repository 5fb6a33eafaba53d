import { render, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { FirstConsultationPrice } from '../../../frontend/src/features/payments/first-consultation-price.tsx'

vi.mock(import('#contract/product-catalogue'), async (original) => {
  const module = await original()
  const product = module.productCatalogue['primera-consulta']
  return { ...module, productCatalogue: { 'primera-consulta': { ...product, saleCents: product.listCents } } }
})

test('once the reduction is over the price stands alone: nothing is struck out or saved', () => {
  render(<FirstConsultationPrice />)

  expect(screen.getByText('100,00 €')).toBeDefined()
  expect(screen.queryByText(/Antes|ahorrando|tachado|%/)).toBeNull()
})
