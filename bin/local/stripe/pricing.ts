import type { CheckoutSession, Coupon, LineItem } from './objects.ts'

type Totals = Pick<CheckoutSession, 'amount_subtotal' | 'amount_total' | 'total_details'>

/** The session's items and totals with `coupon` taken off, or without any discount. */
export function priced(items: readonly LineItem[], coupon?: Coupon): { items: LineItem[]; totals: Totals } {
  const subtotal = items.reduce((sum, item) => sum + item.amount_subtotal, 0)
  const off = coupon ? Math.min(subtotal, discountOf(subtotal, coupon)) : 0
  const shared = shareOut(items, subtotal, off)
  return {
    items: shared,
    totals: {
      amount_subtotal: subtotal,
      amount_total: subtotal - off,
      total_details: { amount_discount: off, amount_shipping: 0, amount_tax: 0 },
    },
  }
}

function discountOf(subtotal: number, coupon: Coupon): number {
  return coupon.percent_off === null ? (coupon.amount_off ?? 0) : Math.round((subtotal * coupon.percent_off) / 100)
}

/** Splits the discount over the items in proportion; the last one bears what rounding leaves. */
function shareOut(items: readonly LineItem[], subtotal: number, off: number): LineItem[] {
  let left = off
  return items.map((item, index) => {
    const last = index === items.length - 1
    const share = last ? left : Math.floor((off * item.amount_subtotal) / Math.max(subtotal, 1))
    left -= share
    return { ...item, amount_discount: share, amount_total: item.amount_subtotal - share }
  })
}
