import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#contract/api'
import { practice } from '#contract/practice'
import { readPages } from '../../api/query.ts'
import { ReceiptButtons } from './payment-table.tsx'
import { ownReceipt } from './own-receipt.ts'

export function NoInvoices() {
  const { data } = useInfiniteQuery(readPages(api.payments.list, { query: {} }))
  const latest = data?.pages[0]?.items[0]
  if (!latest) return <p>Todavía no tienes facturas. Aquí estarán cuando te enviemos una.</p>
  return (
    <>
      <p>
        Tu pago está registrado y este es su justificante. Si además necesitas una factura, pídenosla en{' '}
        <a href={`mailto:${practice.email}`}>{practice.email}</a> y la encontrarás aquí.
      </p>
      <ReceiptButtons payment={latest} receiptOf={ownReceipt} />
    </>
  )
}
