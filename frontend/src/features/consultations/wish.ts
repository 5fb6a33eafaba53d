import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { type OwnConsultation, RequestConsultation, usualDuration } from '#contract/consultation'
import { instantOf, wallTimeOf } from '../../ui/wall-time.ts'
import { useOwnChanges } from './use-consultations.ts'

/** What a client fills in: the hour by the practice's clocks, the rest as the contract wants it. */
export const Wish = z.object({
  day: z.iso.date({ error: 'Indica el día' }),
  time: z
    .string()
    .regex(/^\d\d:\d\d$/, { error: 'Indica la hora' })
    .refine((time) => Number(time.slice(3)) % 15 === 0, {
      error: 'La hora tiene que ser en punto, y cuarto, y media o menos cuarto',
    }),
  durationMinutes: RequestConsultation.shape.durationMinutes,
  type: RequestConsultation.shape.type,
  message: z.string().trim().max(1000),
})
export type Wish = z.infer<typeof Wish>

interface About {
  /** The consultation to move. */
  readonly consultation: OwnConsultation | undefined
  /** A first consultation is paid and has no date yet. */
  readonly isPaid: boolean
}

function wishOf({ consultation, isPaid }: About): Wish {
  if (consultation) {
    return { ...consultation, ...wallTimeOf(consultation.startsAt), message: consultation.message ?? '' }
  }
  const type = isPaid ? 'primera_consulta' : 'general'
  return { day: '', time: '', durationMinutes: usualDuration(type), type, message: '' }
}

/** The form for a new hour, or for another one for a consultation, and what became of sending it. */
export function useWish(about: About, done: () => void) {
  const { consultation } = about
  const { request, move } = useOwnChanges(done)
  const form = useForm({ resolver: zodResolver(Wish), defaultValues: wishOf(about) })
  const submit = form.handleSubmit(({ day, time, message, ...wish }) => {
    const body = { ...wish, startsAt: instantOf({ day, time }), message: message || null }
    if (!consultation) return request.mutate({ body })
    const { consultationId, version } = consultation
    return move.mutate({ params: { consultationId }, body: { ...body, version } })
  })
  return { form, submit, error: request.error ?? move.error, busy: request.isPending || move.isPending }
}
