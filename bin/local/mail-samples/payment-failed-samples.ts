import { consultationInMails, mailSamples, NAME_IN_MAILS } from './contents.ts'

const { startsAt } = consultationInMails

const paymentFailed = {
  kind: 'payment-failed',
  name: NAME_IN_MAILS,
  concept: mailSamples['payment-failed'].concept,
  amountCents: 8000,
  orderId: 'ord_00000002',
} as const
const lostHour = { startsAt, durationMinutes: 30, isOver: false }

export const paymentFailedSamples = [
  { content: { ...paymentFailed, of: 'purchase', lostHour }, hours: 1 },
  {
    variant: 'hour-over',
    content: { ...paymentFailed, of: 'purchase', lostHour: { ...lostHour, isOver: true } },
    hours: 1,
  },
  { variant: 'without-hour', content: { ...paymentFailed, of: 'purchase' } },
  {
    variant: 'booked',
    content: { ...paymentFailed, of: 'booked-consultation' },
    parts: { consultation: consultationInMails },
    hours: 1,
  },
  { variant: 'cancelled', content: { ...paymentFailed, of: 'booked-consultation' } },
  { variant: 'budget', content: { ...paymentFailed, concept: 'Presupuesto', of: 'budget-part', isOpen: true } },
  {
    variant: 'budget-ended',
    content: { ...paymentFailed, concept: 'Presupuesto', of: 'budget-part', isOpen: false },
  },
] as const
