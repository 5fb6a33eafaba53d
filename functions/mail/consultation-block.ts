import { formatCents } from '#contract/money'
import { PRODUCT_NAME } from '#contract/product'
import type { ComposedEmail } from './public/composed-email.ts'

export interface ConsultationInMail {
  readonly startsAt: string
  readonly durationMinutes?: number
  readonly priceCents?: number | undefined
  readonly proposedPriceCents?: number
  readonly declinedPriceCents?: number
  readonly isPaid?: boolean | undefined
  readonly returnedCents?: number
  readonly isUncharged?: boolean
}

export type ConsultationBlock = Required<Pick<ComposedEmail, 'appointment' | 'facts'>>

interface BlockWords {
  readonly sentence: string
  readonly ended?: string
  readonly moreFacts?: NonNullable<ComposedEmail['facts']>
  /**
   * False for mails without names.
   * @default the practice, for its clients
   */
  readonly withWhom?: NonNullable<ComposedEmail['facts']>[number] | false | undefined
}

type Priced = Pick<
  ConsultationInMail,
  'priceCents' | 'proposedPriceCents' | 'declinedPriceCents' | 'isPaid' | 'returnedCents' | 'isUncharged'
>

const withPractice = ['Con', PRODUCT_NAME] as const

export const composeConsultationBlock = (
  consultation: ConsultationInMail,
  { sentence, ended, moreFacts = [], withWhom }: BlockWords,
): ConsultationBlock => ({
  appointment: {
    startsAt: consultation.startsAt,
    ...(consultation.durationMinutes !== undefined && { durationMinutes: consultation.durationMinutes }),
    sentence,
    ...(ended !== undefined && { ended }),
  },
  facts: [...composeConsultationFacts(consultation, { isOver: ended !== undefined, withWhom }), ...moreFacts],
})

export function composeConsultationFacts(
  consultation: Priced,
  { isOver = false, withWhom = withPractice }: Pick<BlockWords, 'withWhom'> & { readonly isOver?: boolean } = {},
): NonNullable<ComposedEmail['facts']> {
  const price = formatPrice(consultation, isOver)
  return [
    ['Dónde', 'En línea, por videollamada'],
    ...(withWhom ? [withWhom] : []),
    ...(price === undefined ? [] : [['Precio', price] as const]),
  ]
}

function formatPrice(
  { proposedPriceCents, declinedPriceCents, ...agreed }: Priced,
  isOver: boolean,
): string | undefined {
  if (declinedPriceCents !== undefined) return `${formatCents(declinedPriceCents)} · No aceptado`
  if (proposedPriceCents !== undefined) return isOver ? undefined : `${formatCents(proposedPriceCents)} · Por aceptar`
  return formatAgreedPrice(agreed, isOver)
}

function formatAgreedPrice(
  { priceCents, isPaid = false, returnedCents, isUncharged = false }: Priced,
  isOver: boolean,
): string | undefined {
  if (priceCents === undefined) return isPaid ? 'Pagada' : undefined
  if (priceCents === 0) return 'Sin coste'
  if (returnedCents !== undefined)
    return `${formatCents(priceCents)} · ${returnedCents >= priceCents ? 'Devuelta' : `Devueltos ${formatCents(returnedCents)}`}`
  if (isUncharged) return `${formatCents(priceCents)} · Sin cobrar`
  const payment = isPaid ? 'Pagada' : isOver ? 'Ya no tienes que pagarla' : 'Pendiente de pago'
  return `${formatCents(priceCents)} · ${payment}`
}
