import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { apiContract } from '#contract/api'
import { formatRefundAdvice } from '#contract/cancellation-sentences'
import { formatCents } from '#contract/money'
import type { CancellationTerms } from '#contract/cancellation-rules'
import type { CustomerPayment } from '#contract/payments'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { endpointQueryOptions, invalidateQueriesByPath } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import type { FreshMfaProofPrompt } from '../../api/mfa-proof.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { showNotice } from '../../ui/show-notice.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { createRefundForm, type RefundFormData, type RefundFormValues } from './customer-refund-form.ts'
import './customer-refund.css'

/** `refundId` stays the same until the server has answered, so that repeated presses are one refund. */
export interface RefundAttempt {
  readonly payment: CustomerPayment
  readonly refundId: string
  readonly amountCents?: number | undefined
  readonly reason?: string | undefined
}

interface RefundDialogProps {
  readonly attempt: RefundAttempt
  readonly proof: FreshMfaProofPrompt
  readonly answered: () => void
  readonly close: () => void
}

export const getLeftCents = ({ amountCents, refundedCents }: CustomerPayment): number => amountCents - refundedCents

const formatAmount = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',')

function startOf({ payment, amountCents, reason = '' }: RefundAttempt): RefundFormValues {
  const left = getLeftCents(payment)
  const isPart = amountCents !== undefined && amountCents < left
  return { extent: isPart ? 'part' : 'whole', amount: isPart ? formatAmount(amountCents) : '', reason }
}

const inputNames = { amountCents: 'amount' }
const refusalTexts = {
  'payment-refunded': 'De este pago ya no queda tanto por devolver. Cierra y mira lo que queda.',
  'changed-meanwhile':
    'Esta devolución ya se pidió con otro importe. Cierra y mira las devoluciones antes de pedir otra.',
}

const notices = {
  requested: ['Devolución pedida', 'Stripe no puede hacerla ahora: se hará sola en cuanto pueda.'],
  pending: ['Devolución en camino', 'Stripe la tiene y la pasa al banco.'],
  succeeded: ['Devolución hecha', 'Se lo hemos dicho al cliente por correo.'],
} as const

function useRefund(
  { attempt: { payment, refundId }, proof: { withProof, isCancelled }, answered }: RefundDialogProps,
  done: () => void,
) {
  const { customerId, paymentId } = payment
  const queries = useQueryClient()
  const invalidate = () => invalidateQueriesByPath(queries, '/customers/{customerId}', '/consultations')
  const mutation = useMutation({
    mutationFn: (given: RefundFormData) =>
      withProof(() =>
        callApi(apiContract.payments.refundOfCustomer, {
          params: { customerId, paymentId },
          body: { refundId, ...given },
        }),
      ),
    onSuccess: ({ status, amountCents }) => {
      answered()
      if (status !== 'failed') {
        const [title, text] = notices[status]
        showNotice.success(`${title}: ${formatCents(amountCents)}`, text)
        done()
      }
      return invalidate()
    },
    onError: (error) => {
      if (isCancelled(error)) return undefined
      if (error instanceof ApiError) answered()
      return invalidate()
    },
  })
  return { ...mutation, error: mutation.error && !isCancelled(mutation.error) ? mutation.error : null }
}

export function CustomerRefundDialog(props: RefundDialogProps) {
  const { attempt, close } = props
  const { payment } = attempt
  const left = getLeftCents(payment)
  const [schema] = useState(() => createRefundForm(left))
  const { form, draft } = useDraftForm<RefundFormValues, RefundFormData>(
    { form: 'refund', of: payment.paymentId },
    { resolver: zodResolver(schema), defaultValues: startOf(attempt) },
  )
  const { mutate, error, isPending, data } = useRefund(props, () => {
    draft.saved()
    close()
  })
  const [extent, amount] = useWatch({ control: form.control, name: ['extent', 'amount'] })
  const wanted = schema.safeParse({ extent, amount, reason: 'cualquiera' })
  const hasFailed = data?.status === 'failed' && !isPending
  const { errors } = form.formState
  return (
    <Dialog title={`Devolver el pago ${payment.receiptNumber}`} close={close}>
      <p>
        {payment.concept}: {formatCents(payment.amountCents)}.{' '}
        {payment.refundedCents > 0 && `Ya devueltos o pedidos: ${formatCents(payment.refundedCents)}. `}
        Quedan <strong>{formatCents(left)}</strong>.
      </p>
      <div className="refund-advice">
        <RefundAdvice payment={payment} isWhole={extent === 'whole'} />
      </div>
      <Form
        draft={draft}
        refused={error}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={(event) => void form.handleSubmit((given) => mutate(given))(event)}
      >
        <fieldset className="refund-extent">
          <legend className="field-label">Cuánto se devuelve</legend>
          <label>
            <input type="radio" value="whole" {...form.register('extent')} />
            Todo lo que queda, {formatCents(left)}
          </label>
          <label>
            <input type="radio" value="part" {...form.register('extent')} />
            Una parte
          </label>
        </fieldset>
        {extent === 'part' && (
          <TextField
            label="Importe en euros"
            inputMode="decimal"
            autoComplete="off"
            required
            hint={errors.amount ? undefined : `Como mucho ${formatCents(left)}.`}
            error={errors.amount?.message}
            {...form.register('amount')}
          />
        )}
        <TextField
          label="Motivo"
          autoComplete="off"
          required
          hint="Queda en el registro y en esta ficha."
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        {hasFailed && (
          <NoticeBox kind="problem">
            <p>Stripe no ha podido hacer esta devolución y no se ha devuelto nada. Puedes reintentarlo.</p>
          </NoticeBox>
        )}
        <FormErrorNotice error={error} title="No se ha podido pedir la devolución" />
        <FormActions variant="danger" busy={isPending} busyText="Devolviendo...">
          {hasFailed ? 'Reintentar' : `Devolver ${wanted.success ? formatCents(wanted.data.amountCents) : ''}`.trim()}
        </FormActions>
      </Form>
    </Dialog>
  )
}

interface RefundAdviceProps {
  readonly payment: CustomerPayment
  readonly isWhole: boolean
}

function RefundAdvice({ payment: { customerId, paymentId }, isWhole }: RefundAdviceProps) {
  const { data, error, isPending } = useQuery({
    ...endpointQueryOptions(apiContract.payments.refundOptionsOfCustomer, { params: { customerId, paymentId } }),
    staleTime: 0,
  })
  if (isPending) return <CardLoading text="Mirando qué le corresponde..." />
  if (!data) return <NoticeBox kind="problem">{`No sabemos qué le corresponde: ${toErrorMessage(error)}`}</NoticeBox>
  return (
    <NoticeBox>
      <p>{formatRefundAdvice(data)}</p>
      {data.consultationId && isToCome(data) && (
        <p>
          {isWhole
            ? 'Si la consulta que pagó está por venir, se cancela, su hora queda libre y se lo decimos por correo.'
            : 'La consulta que pagó sigue en pie.'}
        </p>
      )}
    </NoticeBox>
  )
}

const isToCome = ({ mayCancel, rule }: Pick<CancellationTerms, 'mayCancel' | 'rule'>): boolean =>
  mayCancel || rule === 'by-the-practice'
