import { assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CancellationFacts,
  computeCancellationTerms,
  computeEarlyStartUntil,
  computeWithdrawalEnd,
} from '#contract/cancellation-rules'
import {
  formatCancellationRule,
  formatKeptPayment,
  formatRefundAdvice,
  formatRefundArrival,
} from '#contract/cancellation-sentences'
import { formatFreeChangeLimit, formatRulesBeforePaying } from '#contract/rules-before-paying'

const seed = Number(process.env['CANCELLATION_SEED'] ?? Date.now() % 2 ** 31)
process.stdout.write(`cancellation rules: CANCELLATION_SEED=${seed}\n`)

const PAID_AT = '2026-11-23T10:00:00.000Z'
const paid = { purchasedAt: PAID_AT, amountCents: 8000, refundedCents: 0 }
const toCome = (startsAt: string) => ({ startsAt, durationMinutes: 30, outcome: 'to-come' }) as const
const facts = (changes: Partial<CancellationFacts>): CancellationFacts => ({
  now: PAID_AT,
  payment: paid,
  expressRequest: true,
  acknowledgement: true,
  noShowRule: 'lost',
  ...changes,
})

describe('A-71 a consultation to come', () => {
  test('on day 13, two hours before it begins, everything is refunded by the right of withdrawal, and the client is told so', () => {
    const terms = computeCancellationTerms(
      facts({ now: '2026-12-06T08:00:00.000Z', consultation: toCome('2026-12-06T10:00:00.000Z') }),
    )

    expect(terms).toEqual({
      mayMove: false,
      mayCancel: true,
      mayKeep: false,
      refundCents: 8000,
      rule: 'withdrawal',
      until: '2026-12-06T10:00:00.000Z',
    })
    expect(formatCancellationRule(terms)).toBe(
      'Puedes desistir de la compra hasta el domingo 6 de diciembre a las 11:00 y te devolvemos todo: este derecho está por encima de la regla de las 24 horas.',
    )
  })

  test('on day 15, two hours before it begins, only the practice can do something, and its address is given', () => {
    const terms = computeCancellationTerms(
      facts({ now: '2026-12-08T08:00:00.000Z', consultation: toCome('2026-12-08T10:00:00.000Z') }),
    )

    expect(terms).toEqual({
      mayMove: false,
      mayCancel: false,
      mayKeep: false,
      refundCents: 0,
      rule: 'by-the-practice',
    })
    expect(formatCancellationRule(terms)).toContain('hola@habitat.example')
  })

  test('on day 15, more than 24 hours before, it is moved, kept or refunded until then', () => {
    const terms = computeCancellationTerms(
      facts({ now: '2026-12-08T08:00:00.000Z', consultation: toCome('2026-12-10T10:00:00.000Z') }),
    )

    expect(terms).toMatchObject({ mayMove: true, mayKeep: true, refundCents: 8000, rule: 'notice' })
    expect(terms.until).toBe('2026-12-09T10:00:00.000Z')
  })

  test('is free to move up to the minute that lies 24 hours before it, and not in it', () => {
    const unpaid = facts({ payment: undefined, consultation: toCome('2026-12-10T10:00:00.000Z') })
    const at = (now: string) => computeCancellationTerms({ ...unpaid, now })

    expect(at('2026-12-09T09:59:59.999Z')).toMatchObject({ mayMove: true, mayCancel: true, mayKeep: false })
    expect(at('2026-12-09T10:00:00.000Z')).toMatchObject({ mayMove: false, mayCancel: false })
  })

  test('that has begun and was not closed yet is for the practice to say', () => {
    expect(
      computeCancellationTerms(
        facts({ now: '2026-11-25T10:00:00.000Z', consultation: toCome('2026-11-25T10:00:00.000Z') }),
      ),
    ).toMatchObject({ mayCancel: false, refundCents: 0, rule: 'begun' })
  })
})

describe('A-71 the right of withdrawal ends', () => {
  test.each([
    ['2026-11-23T10:00:00.000Z', '2026-12-07T23:00:00.000Z'],
    // Paid half an hour before midnight in Madrid, and half an hour after it.
    ['2026-11-23T22:30:00.000Z', '2026-12-07T23:00:00.000Z'],
    ['2026-11-23T23:30:00.000Z', '2026-12-08T23:00:00.000Z'],
    // Across both clock changes.
    ['2026-10-20T10:00:00.000Z', '2026-11-03T23:00:00.000Z'],
    ['2027-03-20T10:00:00.000Z', '2027-04-03T22:00:00.000Z'],
  ])('of what was paid at %s with the fourteenth day after it, in Madrid', (paidAt, end) => {
    expect(computeWithdrawalEnd(paidAt)).toBe(end)
  })
})

describe('A-71 a consultation that nobody came to', () => {
  const absent = { startsAt: '2026-11-27T10:00:00.000Z', durationMinutes: 30, outcome: 'no-show' } as const

  test('on day 5 is refunded wholly by the right of withdrawal, whatever the practice’s rule is', () => {
    for (const noShowRule of ['lost', 'another-hour', 'refund'] as const)
      expect(
        computeCancellationTerms(facts({ now: '2026-11-28T10:00:00.000Z', consultation: absent, noShowRule })),
      ).toMatchObject({ refundCents: 8000, rule: 'withdrawal', mayKeep: true })
  })

  test.each([
    ['lost', 0, false],
    ['another-hour', 0, true],
    ['refund', 8000, true],
  ] as const)('on day 15 follows the practice’s rule: %s', (noShowRule, refundCents, mayKeep) => {
    const terms = computeCancellationTerms(facts({ now: '2026-12-08T10:00:00.000Z', consultation: absent, noShowRule }))

    expect(terms).toMatchObject({ refundCents, mayKeep, rule: 'no-show' })
    expect(/otra hora con el mismo pago/.test(formatCancellationRule(terms))).toBe(noShowRule === 'another-hour')
    expect(/otra hora con el mismo pago/.test(formatRefundAdvice(terms))).toBe(noShowRule === 'another-hour')
  })
})

const held = (heldMinutes?: number) =>
  ({ startsAt: '2026-11-27T10:00:00.000Z', durationMinutes: 30, outcome: 'held', heldMinutes }) as const

describe('A-71 a consultation that was held', () => {
  const asked = { expressRequest: true, acknowledgement: true }
  const unacknowledged = { expressRequest: true, acknowledgement: false }
  const unasked = { expressRequest: false, acknowledgement: false }

  test.each([
    ['in full, asked for and acknowledged: nothing', held(), asked, [0, 'held']],
    [
      'in full, asked for but not acknowledged: the right stands, and all of it is owed',
      held(),
      unacknowledged,
      [0, 'withdrawal-in-part'],
    ],
    ['in full, never asked for: everything', held(), unasked, [8000, 'withdrawal']],
    [
      'for ten of thirty minutes, asked for: in proportion, rounded for the client',
      held(10),
      asked,
      [5334, 'withdrawal-in-part'],
    ],
    ['for ten of thirty minutes, not asked for: everything', held(10), unasked, [8000, 'withdrawal']],
  ] as const)('%s', (_, consultation, consents, [refundCents, rule]) => {
    const terms = computeCancellationTerms(facts({ now: '2026-11-28T10:00:00.000Z', consultation, ...consents }))

    expect(terms).toMatchObject({ refundCents, rule, mayKeep: false, mayMove: false })
  })

  test('is not refunded from day 15 on, not even in part', () => {
    const terms = computeCancellationTerms(
      facts({ now: '2026-12-08T10:00:00.000Z', consultation: held(10), expressRequest: false }),
    )

    expect(terms).toMatchObject({ refundCents: 0, rule: 'held' })
  })
})

describe('A-71 an hour that had begun when it was paid', () => {
  const HOUR_AT = '2026-11-23T09:00:00.000Z'
  const payment = { ...paid, isPaidAfterStart: true }
  const of = (
    outcome: 'held' | 'no-show' | 'to-come',
    changes: Partial<CancellationFacts> = {},
    heldMinutes?: number,
  ) =>
    computeCancellationTerms(
      facts({
        payment,
        consultation: { startsAt: HOUR_AT, durationMinutes: 30, outcome, heldMinutes },
        expressRequest: false,
        acknowledgement: false,
        ...changes,
      }),
    )

  test('and was held is no prepaid service: nothing of it goes back, though nobody asked for it expressly', () => {
    const terms = of('held')

    expect(terms).toMatchObject({ refundCents: 0, rule: 'held', mayKeep: false })
    expect(formatCancellationRule(terms)).toBe('La consulta ya se ha celebrado.')
    expect(formatRefundAdvice(terms)).toContain('no le corresponde nada: la consulta ya se ha celebrado')
  })

  test('and was broken off gives back the part that was not held, within the 14 days', () => {
    expect(of('held', {}, 10)).toMatchObject({ refundCents: 5334, rule: 'withdrawal-in-part' })
    expect(of('held', { now: '2026-12-08T10:00:00.000Z' }, 10)).toMatchObject({ refundCents: 0, rule: 'held' })
  })

  test.each([
    ['lost', 0, false],
    ['another-hour', 0, true],
    ['refund', 8000, true],
  ] as const)('and was missed follows the rule about absences at once: %s', (noShowRule, refundCents, mayKeep) => {
    const terms = of('no-show', { noShowRule })

    expect(terms).toMatchObject({ refundCents, mayKeep, rule: 'no-show' })
    expect(`${formatCancellationRule(terms)} ${formatRefundAdvice(terms)}`).not.toContain('plazo')
  })

  test('is for the practice to close, as any other', () => {
    expect(of('to-come')).toMatchObject({ refundCents: 0, rule: 'begun' })
  })

  test('and got another hour after its absence is never refunded, and needs no express request', () => {
    const missed = { payment, hasMissedBefore: true, noShowRule: 'another-hour' } as const
    const asked = { now: PAID_AT, expressRequest: false, acknowledgement: false }

    expect(
      computeCancellationTerms(facts({ ...missed, consultation: toCome('2026-12-01T10:00:00.000Z') })),
    ).toMatchObject({ mayMove: true, mayKeep: true, refundCents: 0, rule: 'missed-before' })
    expect(computeCancellationTerms(facts(missed))).toMatchObject({ refundCents: 0, rule: 'missed-before' })
    expect(computeEarlyStartUntil({ ...asked, ...payment })).toBeNull()
    expect(computeEarlyStartUntil({ ...asked, ...paid })).toBe('2026-12-07T23:00:00.000Z')
  })
})

test('A-71 a kept payment does not expire and becomes a refund until it is used', () => {
  expect(computeCancellationTerms(facts({ now: '2029-11-23T10:00:00.000Z' }))).toEqual({
    mayMove: false,
    mayCancel: false,
    mayKeep: true,
    refundCents: 8000,
    rule: 'unused',
  })
})

const HOUR = 3_600_000
const anyFacts = record({
  sinceHours: integer({ min: 0, max: 24 * 40 }),
  startsInHours: integer({ min: -24 * 10, max: 24 * 40 }),
  outcome: constantFrom('to-come', 'held', 'no-show'),
  heldMinutes: constantFrom(undefined, 0, 10, 15, 29, 30),
  amountCents: constantFrom(0, 1, 101, 8000),
  refundedCents: constantFrom(0, 1, 50, 8000),
  expressRequest: boolean(),
  acknowledgement: boolean(),
  noShowRule: constantFrom('lost', 'another-hour', 'refund'),
  isScheduled: boolean(),
  isPaidAfterStart: boolean(),
}).map(
  ({
    sinceHours,
    startsInHours,
    outcome,
    heldMinutes,
    amountCents,
    refundedCents,
    isScheduled,
    isPaidAfterStart,
    ...rest
  }) => {
    const at = Date.parse(PAID_AT) + sinceHours * HOUR
    const startsAt = new Date(at + startsInHours * HOUR).toISOString()
    const isHeld = outcome === 'held'
    return {
      ...rest,
      now: new Date(at).toISOString(),
      payment: {
        purchasedAt: PAID_AT,
        amountCents,
        refundedCents: Math.min(amountCents, refundedCents),
        isPaidAfterStart,
      },
      ...(isScheduled && {
        consultation: { startsAt, durationMinutes: 30, outcome, ...(isHeld && { heldMinutes }) } as const,
      }),
    } satisfies CancellationFacts
  },
)
type AnyFacts = CancellationFacts & { readonly payment: NonNullable<CancellationFacts['payment']> }

const leftOf = ({ payment }: AnyFacts) => payment.amountCents - payment.refundedCents
const runs = { seed, numRuns: 3000 }

describe('A-71 for any facts', () => {
  test('never more than what is left of the payment is refunded, and never less than nothing', () => {
    assert(
      property(anyFacts, (each: AnyFacts) => {
        const { refundCents } = computeCancellationTerms(each)
        expect(Number.isInteger(refundCents) && refundCents >= 0 && refundCents <= leftOf(each)).toBe(true)
      }),
      runs,
    )
  })

  test('within 14 days everything is refunded unless the consultation was held or may be under way', () => {
    assert(
      property(anyFacts, (each: AnyFacts) => {
        const { consultation, now, payment } = each
        if (payment.isPaidAfterStart) return
        const isUnheld = !consultation || consultation.outcome === 'no-show' || consultation.startsAt > now
        if (now >= '2026-12-07T23:00:00.000Z' || !isUnheld || consultation?.outcome === 'held') return
        expect(computeCancellationTerms(each).refundCents).toBe(leftOf(each))
      }),
      runs,
    )
  })

  test('what was paid after its hour had begun gives back no minute that was held, and of an absence what its rule gives', () => {
    assert(
      property(anyFacts, (each: AnyFacts) => {
        const { consultation, payment, noShowRule } = each
        if (!payment.isPaidAfterStart || !consultation || consultation.startsAt > each.now) return
        const heldCents = ((consultation.heldMinutes ?? 30) / 30) * payment.amountCents
        const most = { held: payment.amountCents - Math.floor(heldCents), 'to-come': 0, 'no-show': 0 }
        const maxCents =
          noShowRule === 'refund' && consultation.outcome === 'no-show' ? leftOf(each) : most[consultation.outcome]
        expect(computeCancellationTerms(each).refundCents).toBeLessThanOrEqual(maxCents)
      }),
      runs,
    )
  })

  test('what is true now is still true until the limit that is named, and no sentence promises money that is not refunded', () => {
    assert(
      property(anyFacts, (each: AnyFacts) => {
        const terms = computeCancellationTerms(each)
        const sentence = formatCancellationRule(terms)
        expect(/te devolvemos/.test(sentence) && leftOf(each) > 0 && terms.refundCents === 0).toBe(false)
        if (!terms.until) return
        expect(terms.until > each.now).toBe(true)
        const later = new Date(Date.parse(terms.until) - 1).toISOString()
        expect(computeCancellationTerms({ ...each, now: later }).refundCents).toBe(terms.refundCents)
      }),
      runs,
    )
  })

  test('who asked for less, or acknowledged less, is never refunded less', () => {
    assert(
      property(anyFacts, (each: AnyFacts) => {
        const refund = (changes: Partial<CancellationFacts>) =>
          computeCancellationTerms({ ...each, ...changes }).refundCents
        expect(refund({ acknowledgement: false })).toBeGreaterThanOrEqual(refund({ acknowledgement: true }))
        const without = { acknowledgement: false }
        expect(refund({ ...without, expressRequest: false })).toBeGreaterThanOrEqual(
          refund({ ...without, expressRequest: true }),
        )
      }),
      runs,
    )
  })
})

describe('A-71 what is said before paying and on cancelling', () => {
  test('names each limit with its day and hour of Madrid', () => {
    expect(
      formatRulesBeforePaying({ now: PAID_AT, amountCents: 8000, startsAt: '2026-12-01T09:30:00.000Z' }).join('\n'),
    ).toBe(
      [
        'Puedes cambiar o cancelar tu consulta gratis hasta el lunes 30 de noviembre a las 10:30. Si la cancelas a tiempo, eliges entre otra hora, guardar tu pago, que no caduca, o la devolución de 80,00 €.',
        'Además, hasta el lunes 7 de diciembre a las 23:59 puedes desistir de la compra y te devolvemos todo, aunque falten menos de 24 horas, mientras la consulta no se haya celebrado.',
      ].join('\n'),
    )
  })

  test('says before paying what becomes of the payment of somebody who does not come', () => {
    const rules = formatRulesBeforePaying({ now: PAID_AT, amountCents: 8000, noShowRule: 'another-hour' })

    expect(rules).toContain('Si no te presentas y ese plazo ha pasado, te damos otra hora con el mismo pago.')
  })

  test('without an hour, and for an hour within 24 hours, promises no limit that is over', () => {
    expect(formatRulesBeforePaying({ now: PAID_AT, amountCents: 8000 })[0]).toContain('hasta 24 horas antes')
    expect(
      formatRulesBeforePaying({ now: PAID_AT, amountCents: 8000, startsAt: '2026-11-24T09:30:00.000Z' })[0],
    ).toContain('escríbenos')
  })

  test('of an hour that has begun says that what was held is paid, by when what was broken off goes back, and the rule about absences', () => {
    const begun = { now: PAID_AT, amountCents: 8000, startsAt: '2026-11-23T09:30:00.000Z', noShowRule: 'lost' } as const

    expect(formatRulesBeforePaying(begun)).toEqual([
      'Esa consulta ya ha empezado o ya ha pasado: lo que se ha celebrado se paga y no se devuelve. Si se cortó antes de acabar, hasta el lunes 7 de diciembre a las 23:59 puedes desistir de la parte que no se celebró.',
      'Si no te presentaste, el pago se pierde.',
    ])
  })

  test('of an hour that may begin while Stripe’s page is open says what holds then too', () => {
    const soon = { now: PAID_AT, amountCents: 8000, startsAt: '2026-11-23T10:30:00.000Z', noShowRule: 'lost' } as const
    const [, withdrawal, , begun] = formatRulesBeforePaying(soon)

    expect(withdrawal).toContain('puedes desistir de la compra y te devolvemos todo')
    expect(begun).toBe(
      'Si terminas de pagar cuando ya ha empezado, lo que se celebre no se devuelve y, si no te presentas, el pago se pierde.',
    )
    expect(formatRulesBeforePaying({ ...soon, startsAt: '2026-11-23T11:00:00.000Z' })).toHaveLength(3)
  })

  test('in a page that was rendered on another day, names the days of the right and no date', () => {
    const [change, withdrawal] = formatRulesBeforePaying({ amountCents: 8000 })

    expect(change).toContain('hasta 24 horas antes')
    expect(withdrawal).toMatch(/^Además, durante los 14 días siguientes al pago puedes desistir de la compra/)
  })

  test('says the sum to the cent and when it arrives', () => {
    expect(formatRefundArrival(5334, PAID_AT)).toBe(
      'Te devolvemos 53,34 € por el mismo medio con el que pagaste. Sale hoy y tu banco suele tardar de 5 a 10 días laborables; como muy tarde, el 7 de diciembre.',
    )
    expect(formatRefundArrival(5334, PAID_AT, 5334)).toBe(
      'Has reclamado el pago a tu banco y, mientras no decida, no podemos devolvértelo. Si no te lo devuelve él, te devolvemos 53,34 € por el mismo medio con el que pagaste; su decisión puede tardar unos meses.',
    )
    expect(formatKeptPayment(8000)).toContain('80,00 €: no caducan')
    expect(formatFreeChangeLimit('2026-12-06T00:30:00.000Z')).toContain('sábado 5 de diciembre a la 1:30')
  })
})
