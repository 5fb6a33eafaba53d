import { createInstantFormatter } from './calendar-days.ts'
import * as z from 'zod/mini'
import { formatCents } from './money.ts'
import { CustomerId, EuroCents, IsoInstant } from './value-schemas.ts'

export const practiceNoticeKinds = [
  'payment',
  'request',
  'choice',
  'none-fits',
  'move',
  'cancellation',
  'price-declined',
  'refund',
  'refund-failed',
  'dispute-opened',
  'dispute-won',
  'dispute-lost',
  'withdrawal',
  'questionnaire',
  'message',
] as const
export type PracticeNoticeKind = (typeof practiceNoticeKinds)[number]

export const practiceNoticeMailChoices = ['at-once', 'daily', 'never'] as const
export type PracticeNoticeMailChoice = (typeof practiceNoticeMailChoices)[number]

export const practiceNoticeMailLabels: Readonly<Record<PracticeNoticeMailChoice, string>> = {
  'at-once': 'Al momento',
  daily: 'Resumen diario',
  never: 'Nunca',
}

export const MAX_COUNTED_PRACTICE_NOTICES = 100

export const PracticeNotice = z.object({
  noticeId: z.string(),
  kind: z.enum(practiceNoticeKinds),
  /** Null for unknown people and former clients. */
  customer: z.nullable(z.object({ customerId: CustomerId, name: z.string() })),
  startsAt: z.nullable(IsoInstant),
  amountCents: z.nullable(EuroCents),
  /** Of a request or a move: whether the practice still has to confirm the hour; null when unknown. */
  toConfirm: z.nullable(z.boolean()),
  /** Of a dispute: the last moment to answer in Stripe; null where the bank allows no answer. */
  answerBy: z._default(z.nullable(IsoInstant), null),
  /** Of a dispute that took nothing: the payment is refunded all the same, or about to be. */
  isRefunded: z._default(z.boolean(), false),
  happenedAt: IsoInstant,
  createdAt: IsoInstant,
  isNew: z.boolean(),
})
export type PracticeNotice = z.infer<typeof PracticeNotice>

const day = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const hour = createInstantFormatter({ timeStyle: 'short' })

const formatStart = (startsAt: string): string => `${day(startsAt).replace(',', '')} a las ${hour(startsAt)}`

type Facts = Pick<PracticeNotice, 'startsAt' | 'amountCents' | 'toConfirm' | 'answerBy' | 'isRefunded'>

interface SentenceFacts {
  readonly start: string
  readonly sum: string
  readonly toConfirm: boolean | null
  readonly answerBy: string
  readonly isRefunded: boolean
}

const describeMove = ({ start, toConfirm }: SentenceFacts): string => {
  const move = `cambia su cita${start && ` al ${start}`}`
  if (toConfirm === null) return move
  return toConfirm ? `${move}: falta que la confirmes` : `${move}: queda confirmada, no tienes que hacer nada`
}

const sentences: Readonly<Record<PracticeNoticeKind, (facts: SentenceFacts) => string>> = {
  payment: ({ start, sum }) => `ha pagado${sum}${start && ` y tiene cita el ${start}`}`,
  request: ({ start, toConfirm }) =>
    `pide cita${start && ` para el ${start}`}${toConfirm === false ? '' : ': falta que la confirmes'}`,
  choice: ({ start }) => `ha elegido hora${start && `: ${start}`}`,
  'none-fits': () => 'no puede a ninguna de las horas propuestas: espera que le escribas',
  move: describeMove,
  cancellation: ({ start }) => `ha cancelado su cita${start && ` del ${start}`}`,
  'price-declined': ({ start, sum }) =>
    `no acepta el precio${sum && ` de${sum}`} de su cita${start && ` del ${start}`}: espera que le escribas`,
  refund: ({ start, sum }) =>
    `ha pedido que se le ${sum ? `devuelvan${sum}` : 'devuelva su pago'}${start && ` de su cita del ${start}`}`,
  'refund-failed': ({ start, sum }) =>
    `no ha recibido su devolución${sum && ` de${sum}`}${start && ` por su cita del ${start}`}: el banco o Stripe la ha rechazado`,
  'dispute-opened': ({ sum, answerBy }) =>
    `ha reclamado a su banco ${sum ? `el pago de${sum}` : 'un pago'}: ${answerBy ? `responde en Stripe antes del ${answerBy}` : 'el banco no admite respuesta, falta que decida'}`,
  'dispute-won': ({ sum, isRefunded }) =>
    `había reclamado a su banco ${sum ? `el pago de${sum}` : 'un pago'}: la reclamación se ha cerrado y ${isRefunded ? 'recibe el dinero con la devolución, no tienes que hacer nada' : 'conservas el dinero'}`,
  'dispute-lost': ({ sum }) =>
    `ha recuperado de su banco ${sum ? `el pago de${sum}` : 'un pago'}: la reclamación se ha cerrado y el dinero ya no está en Stripe`,
  withdrawal: () => 'ha desistido de su contrato en la web',
  questionnaire: () => 'ha enviado su cuestionario',
  message: () => 'te ha escrito',
}

/** Text after the name: `Ana Ruiz ha pagado 80,00 €`. Contains no health data. */
export const describePracticeNotice = (
  kind: PracticeNoticeKind,
  { startsAt, amountCents, toConfirm, answerBy, isRefunded }: Facts,
): string =>
  sentences[kind]({
    start: startsAt === null ? '' : formatStart(startsAt),
    sum: amountCents === null ? '' : ` ${formatCents(amountCents)}`,
    toConfirm,
    answerBy: answerBy === null ? '' : formatStart(answerBy),
    isRefunded,
  })

export const practiceNoticeStranger = 'Alguien'
