import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import type { Consultation } from '#contract/consultation'
import { consultationTypeLabels } from '#contract/status-labels'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { createUnstoredFormDraft } from '../../ui/form-draft.ts'
import { formatInteger } from '../../ui/format.ts'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextField } from '../../ui/text-field.tsx'
import { formatTime, formatWeekdayDate } from '../../ui/wall-time.ts'
import { AdminBookingFormData, toAdminBookingValues, toBookingRequestBody } from './admin-booking-values.ts'
import { missingPriceText } from './consultation-words.ts'
import { toConsultationPathParams, useInvalidateConsultations } from './use-admin-consultation-mutations.ts'

interface ConfirmRequestProps {
  /** With the hour at which it is confirmed. */
  readonly consultation: Consultation
  /** The hour that the client asked for, when it is confirmed at another. */
  readonly askedFor?: string
  readonly close: () => void
}

export function ConfirmRequestDialog({ consultation, askedFor, close }: ConfirmRequestProps) {
  const [price, setPrice] = useState('')
  const [problem, setProblem] = useState<string>()
  const invalidate = useInvalidateConsultations()
  const { mutate, error, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.consultations.edit),
    onSuccess: () => {
      showNotice.success('Hora confirmada')
      // Before it closes, so that the agenda knows then that the moved consultation is still to come.
      const listed = invalidate()
      close()
      return listed
    },
    // A refusal because of a concurrent change: shows the current state.
    onError: () => invalidate(),
  })
  const confirm = () => {
    const { data, problem: wrong } = parsePrice(consultation, price)
    setProblem(wrong)
    if (!data) return
    const { version } = consultation
    mutate({ params: toConsultationPathParams(consultation), body: { ...toBookingRequestBody(data), version } })
  }
  const { customerName, startsAt, type, durationMinutes } = consultation
  return (
    <Dialog title="Confirmar la hora" close={close}>
      <Form draft={createUnstoredFormDraft('confirm-request', price !== '')} refused={error} onSubmit={confirm}>
        <p className="admin-client">
          <strong>{customerName}</strong>, {formatWeekdayDate(startsAt)}, {formatTime(startsAt)} h ·{' '}
          {consultationTypeLabels[type]}, {formatInteger(durationMinutes)} min
        </p>
        {askedFor && (
          <p>
            La pidió para el {formatWeekdayDate(askedFor)} a las {formatTime(askedFor)} h. Le diremos por correo la
            nueva hora.
          </p>
        )}
        <TextField
          name="priceCents"
          label="Precio en euros"
          hint="Al pedirla le dijimos que se lo confirmaríamos ahora. Se lo preguntamos en el mismo correo. Escribe 0 si no le cobras nada."
          inputMode="decimal"
          autoComplete="off"
          required
          value={price}
          error={problem}
          onChange={({ target }) => {
            setPrice(target.value)
            setProblem(undefined)
          }}
        />
        <FormErrorNotice error={error} title="No se pudo confirmar la hora" />
        <FormActions busy={isPending} busyText="Confirmando...">
          Confirmar hora
        </FormActions>
      </Form>
    </Dialog>
  )
}

function parsePrice(consultation: Consultation, price: string) {
  if (price.trim() === '') return { problem: missingPriceText }
  const { data, error } = AdminBookingFormData.safeParse({ ...toAdminBookingValues(consultation), price })
  return data ? { data } : { problem: error.issues[0]?.message }
}
