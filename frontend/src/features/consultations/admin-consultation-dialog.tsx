import { useState } from 'react'
import { wallTimeToInstant } from '#contract/calendar-days'
import type { OrderToSchedule } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { emptyAdminBookingValues } from './admin-booking-values.ts'
import { OTHER_CLIENT } from './booked-order.ts'
import { isWholeHour } from './consultation-slot-fields.ts'
import { adminConsultationTypes, paidPriceHint, toPriceHint } from './consultation-words.ts'
import {
  type AdminBookingFormState,
  type AdminBookingPrefill,
  useAdminBookingForm,
  valuesOfOrder,
} from './use-admin-booking-form.ts'
import { AdminBookingFields, ChosenTime } from './admin-booking-fields.tsx'
import { AdminBookingErrorNotice } from './admin-booking-error-notice.tsx'
import { IncludedConsultationField } from './included-consultation-field.tsx'
import { PaidConsultationNotice } from './paid-consultation-notice.tsx'
import { useSubmitAfterBudgets } from './use-submit-after-budgets.ts'
import { pastTimeText } from './use-admin-consultation-mutations.ts'
import { ConcurrentBookingChangeNotice } from './concurrent-change-notice.tsx'

const inputNames = { startsAt: 'time', priceCents: 'price' }
const refusalTexts = {
  'too-soon': pastTimeText,
  'budget-part-unpaid': 'Falta por pagar la parte de su presupuesto que va antes de esta consulta.',
  'budget-closed': 'Su presupuesto ha terminado, o no le quedan consultas.',
}
/** Its payment, which was to be redeemed, was given back or used for another hour. */
const refusalTextsWhenGone = {
  ...refusalTexts,
  'order-scheduled':
    'Su pago ya no está disponible: si guardas otra vez, se programa sin él y se le pide el precio que pongas.',
}

interface ConsultationDialogProps extends Omit<AdminBookingPrefill, 'customerId'> {
  readonly customer?: { readonly customerId: string; readonly name: string } | undefined
  readonly types?: readonly ConsultationType[]
  readonly hint?: string | undefined
  readonly close: () => void
}

export function AdminConsultationDialog(props: ConsultationDialogProps) {
  const { consultation, customer, types = adminConsultationTypes, hint, close, ...prefill } = props
  const booking = useAdminBookingForm({ ...prefill, consultation, customerId: customer?.customerId }, close)
  const press = useSubmitAfterBudgets(booking)
  const { order, isUndecided } = booking
  const [isBrief, setBrief] = useState(prefill.time !== undefined)
  const isShort = isBrief && !laterFields.some((name) => booking.form.formState.errors[name])
  const { cover } = booking
  const startsAt = findStart(booking.form.watch(['day', 'time']))
  return (
    <Dialog title={consultation ? 'Editar Consulta' : 'Programar Nueva Consulta'} close={close} wide>
      <Form
        draft={booking.draft}
        refused={booking.error}
        inputNames={inputNames}
        refusalTexts={booking.meanwhile === 'gone' ? refusalTextsWhenGone : refusalTexts}
        onSubmit={press.onSubmit}
      >
        <Notices booking={booking} hint={hint} />
        <PaidConsultationNotice of={booking.paidFor} startsAt={startsAt} />
        {isShort && <ChosenTime form={booking.form} minutes={cover.chosen?.option.consultations.durationMinutes} />}
        <OrderChoice
          orders={listOffered(props, order)}
          order={order}
          isUndecided={isUndecided}
          error={booking.form.formState.errors.customerId?.message}
          choose={(next) => takeOver(booking.form, next)}
        />
        <AdminBookingFields
          form={booking.form}
          types={types}
          client={nameClient({ ...props, order })}
          isUndecided={isUndecided}
          stored={(order ?? consultation)?.type}
          {...toPriceFacts(booking)}
          hasPriceDue={booking.hasPriceDue}
          isIncluded={cover.chosen !== undefined}
          isShort={isShort}
        >
          <IncludedConsultationField {...cover} startsAt={startsAt} />
        </AdminBookingFields>
        <ConcurrentBookingChangeNotice meanwhile={booking.meanwhile} takeTheirs={booking.takeTheirs} />
        <AdminBookingErrorNotice booking={booking} />
        <ChangedBudgetsNotice isChanged={press.isChanged} />
        <Ends booking={booking} isWaiting={press.isWaiting} more={isShort ? () => setBrief(false) : undefined} />
      </Form>
    </Dialog>
  )
}

const ChangedBudgetsNotice = ({ isChanged }: { readonly isChanged: boolean }) =>
  isChanged && (
    <NoticeBox kind="problem">Su presupuesto incluye consultas: mira cómo se paga esta y pulsa otra vez.</NoticeBox>
  )

function toPriceFacts({ base, paidFor }: AdminBookingFormState) {
  if (base) return { isPaid: base.isPaid, priceHint: toPriceHint(base) }
  return paidFor?.orderId ? { isPaid: true, priceHint: paidPriceHint } : { isPaid: false, priceHint: undefined }
}

const findStart = ([day, time]: readonly [string, string]) =>
  isWholeHour({ day, time }) ? wallTimeToInstant({ day, time }) : undefined

/** A chosen order stays in the list even if it no longer waits. */
function listOffered({ order, orders = [] }: ConsultationDialogProps, chosen: OrderToSchedule | undefined) {
  if (order) return []
  const isMissing = chosen && !orders.some(({ orderId }) => orderId === chosen.orderId)
  return isMissing ? [chosen, ...orders] : orders
}

const nameClient = ({ consultation, order, customer }: ConsultationDialogProps): string | undefined =>
  consultation?.customerName ?? order?.customerName ?? customer?.name

const laterFields = ['day', 'time', 'durationMinutes', 'price', 'roomUrl', 'notes'] as const

type Choice = OrderToSchedule | typeof OTHER_CLIENT | undefined

function takeOver({ setValue }: AdminBookingFormState['form'], chosen: Choice) {
  const none = { ...emptyAdminBookingValues, orderId: chosen === OTHER_CLIENT ? chosen : '' }
  const values = typeof chosen === 'object' ? valuesOfOrder(chosen) : none
  for (const name of orderFields) setValue(name, values[name], { shouldDirty: true, shouldValidate: false })
}

const orderFields = ['orderId', 'customerId', 'customerName', 'type', 'durationMinutes', 'price'] as const

const Notices = ({ booking, hint }: { readonly booking: AdminBookingFormState; readonly hint: string | undefined }) => (
  <>
    {booking.base?.toConfirm && (
      <NoticeBox>Es una petición del cliente: al guardar queda confirmada y se lo diremos por correo.</NoticeBox>
    )}
    {hint && <NoticeBox>{hint}</NoticeBox>}
  </>
)

interface OrderChoiceProps {
  readonly orders: readonly OrderToSchedule[]
  readonly order: OrderToSchedule | undefined
  readonly isUndecided: boolean
  readonly error: string | undefined
  readonly choose: (chosen: Choice) => void
}

const toQuestion = (count: number): string => `Elige para quién: ${count} ${count === 1 ? 'espera' : 'esperan'} hora`

function OrderChoice({ orders, order, isUndecided, error, choose }: OrderChoiceProps) {
  if (orders.length === 0) return null
  return (
    <SelectField
      name="orderId"
      label="Pendiente de agendar"
      {...((orders.length > 1 || isUndecided) && { none: toQuestion(orders.length) })}
      options={[
        ...orders.map(({ orderId, customerName, concept }) => [orderId, `${customerName}, ${concept}`] as const),
        [OTHER_CLIENT, 'Otro cliente'],
      ]}
      value={order?.orderId ?? (isUndecided ? '' : OTHER_CLIENT)}
      error={isUndecided ? error : undefined}
      hint={order && `Pagado el ${formatInstantAsDay(order.paidAt)}. Le enviaremos un correo.`}
      onChange={({ target }) =>
        choose(target.value === OTHER_CLIENT ? OTHER_CLIENT : orders.find(({ orderId }) => orderId === target.value))
      }
    />
  )
}

const saveText = ({ base, meanwhile }: AdminBookingFormState) => {
  if (meanwhile === 'gone') return 'Guardar como nueva'
  return base ? 'Guardar cambios' : 'Programar consulta'
}

interface EndsProps {
  readonly booking: AdminBookingFormState
  readonly isWaiting: boolean
  readonly more: (() => void) | undefined
}

const Ends = ({ booking, isWaiting, more }: EndsProps) => (
  <div className="dialog-actions">
    <CancelButton />
    {more && (
      <Button variant="plain" onClick={more}>
        Más detalles
      </Button>
    )}
    <Button
      type="submit"
      // Until the budgets are loaded, it is not known whether one of them includes the hour.
      busy={booking.isPending || isWaiting}
      busyText={booking.isPending ? 'Guardando...' : 'Mirando su presupuesto...'}
    >
      {saveText(booking)}
    </Button>
  </div>
)
