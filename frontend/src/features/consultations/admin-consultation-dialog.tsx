import { useState } from 'react'
import type { Consultation, OrderToSchedule } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { wallTimeToInstant } from '../../ui/wall-time-to-instant.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { type AdminBookingFormValues, emptyAdminBookingValues } from './admin-booking-values.ts'
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
import { pastTimeText } from './use-admin-consultation-mutations.ts'
import { ConcurrentBookingChangeNotice } from './concurrent-change-notice.tsx'

/** Names of the inputs of what the request calls otherwise. */
const inputNames = { startsAt: 'time', priceCents: 'price' }
const refusalTexts = {
  'too-soon': pastTimeText,
  'budget-part-unpaid': 'Falta por pagar la parte de su presupuesto que va antes de esta consulta.',
  'budget-closed': 'Su presupuesto ha terminado, o no le quedan consultas.',
}

interface ConsultationDialogProps extends Omit<AdminBookingPrefill, 'customerId'> {
  readonly customer?: { readonly customerId: string; readonly name: string } | undefined
  /** Orders that wait for a date, one of which may be chosen; the only one is. */
  readonly orders?: readonly OrderToSchedule[]
  readonly types?: readonly ConsultationType[]
  /** Says why this hour. */
  readonly hint?: string | undefined
  readonly close: () => void
}

export function AdminConsultationDialog(props: ConsultationDialogProps) {
  const { consultation, customer, orders: _, types = adminConsultationTypes, hint, close, ...prefill } = props
  const orders = listOffered(props)
  const [chosen, setChosen] = useState<Chosen>(prefill.order ?? findOnlyOne(orders))
  const order = toOrder(chosen)
  const beginning = { ...prefill, consultation, order, customerId: customer?.customerId }
  const booking = useAdminBookingForm(beginning, order, close)
  const [isBrief, setBrief] = useState(prefill.time !== undefined)
  const isShort = isBrief && !laterFields.some((name) => booking.form.formState.errors[name])
  const choose = (next: Chosen) => {
    setChosen(next)
    takeOver(booking.form, toOrder(next))
  }
  const { cover } = booking
  const startsAt = findStart(booking.form.watch(['day', 'time']))
  const isUndecided = isStillAsked(orders, chosen, booking.form)
  return (
    <Dialog title={consultation ? 'Editar Consulta' : 'Programar Nueva Consulta'} close={close} wide>
      <Form
        draft={booking.draft}
        refused={booking.error}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={(event) => void booking.submit()(event)}
      >
        <Notices booking={booking} hint={hint} />
        <PaidConsultationNotice of={consultation} order={order} startsAt={startsAt} />
        {isShort && <ChosenTime form={booking.form} minutes={cover.chosen?.option.consultations.durationMinutes} />}
        <OrderChoice
          orders={orders}
          order={order}
          isUndecided={isUndecided}
          error={booking.form.formState.errors.customerId?.message}
          choose={choose}
        />
        <AdminBookingFields
          form={booking.form}
          types={types}
          client={nameClient({ ...props, order })}
          isUndecided={isUndecided}
          {...toKnown(consultation, order)}
          isIncluded={cover.chosen !== undefined}
          isShort={isShort}
        >
          <IncludedConsultationField {...cover} startsAt={startsAt} />
        </AdminBookingFields>
        <ConcurrentBookingChangeNotice meanwhile={booking.meanwhile} takeTheirs={booking.takeTheirs} />
        <AdminBookingErrorNotice booking={booking} />
        <Ends booking={booking} more={isShort ? () => setBrief(false) : undefined} />
      </Form>
    </Dialog>
  )
}

/** Values of a stored consultation or a paid order. */
const toKnown = (consultation: Consultation | undefined, order: OrderToSchedule | undefined) =>
  order
    ? { stored: order.type, isPaid: true, priceHint: paidPriceHint }
    : { stored: consultation?.type, isPaid: consultation?.isPaid === true, priceHint: toPriceHint(consultation) }

const findStart = ([day, time]: readonly [string, string]) =>
  isWholeHour({ day, time }) ? wallTimeToInstant({ day, time }) : undefined

/** Undefined while nobody has said who it is for. */
type Chosen = OrderToSchedule | 'other' | undefined

const toOrder = (chosen: Chosen): OrderToSchedule | undefined => (chosen === 'other' ? undefined : chosen)

/** A draft names its client already. */
const isStillAsked = (
  orders: readonly OrderToSchedule[],
  chosen: Chosen,
  { watch }: AdminBookingFormState['form'],
): boolean => orders.length > 1 && chosen === undefined && watch('customerId') === ''

/** None where the dialog is about one. */
const listOffered = ({ order, orders = [] }: ConsultationDialogProps) => (order ? [] : orders)

const findOnlyOne = (orders: readonly OrderToSchedule[]) => (orders.length === 1 ? orders[0] : undefined)

const nameClient = ({ consultation, order, customer }: ConsultationDialogProps): string | undefined =>
  consultation?.customerName ?? order?.customerName ?? customer?.name

/** Not asked for an hour that was chosen in the agenda, unless one of them is wrong. */
const laterFields = ['day', 'time', 'durationMinutes', 'price', 'roomUrl', 'notes'] as const

function takeOver({ setValue }: AdminBookingFormState['form'], order: OrderToSchedule | undefined) {
  const values = order ? valuesOfOrder(order) : pick(emptyAdminBookingValues)
  for (const name of orderFields) setValue(name, values[name], { shouldDirty: true, shouldValidate: false })
}

const orderFields = ['customerId', 'customerName', 'type', 'durationMinutes', 'price'] as const

const pick = ({ customerId, customerName, type, durationMinutes, price }: AdminBookingFormValues) => ({
  customerId,
  customerName,
  type,
  durationMinutes,
  price,
})

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
  readonly choose: (chosen: Chosen) => void
}

/** Those who wait stand first; of several none is proposed. */
function OrderChoice({ orders, order, isUndecided, error, choose }: OrderChoiceProps) {
  if (orders.length === 0) return null
  return (
    <SelectField
      name="orderId"
      label="Pendiente de agendar"
      {...(orders.length > 1 && { none: `Elige para quién: ${orders.length} esperan hora` })}
      options={[
        ...orders.map(({ orderId, customerName, concept }) => [orderId, `${customerName}, ${concept}`] as const),
        ['other', 'Otro cliente'],
      ]}
      value={order?.orderId ?? (isUndecided ? '' : 'other')}
      error={isUndecided ? error : undefined}
      hint={order && `Pagado el ${formatInstantAsDay(order.paidAt)}. Le enviaremos un correo.`}
      onChange={({ target }) =>
        choose(target.value === 'other' ? 'other' : orders.find(({ orderId }) => orderId === target.value))
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
  readonly more: (() => void) | undefined
}

const Ends = ({ booking, more }: EndsProps) => (
  <div className="dialog-actions">
    <CancelButton />
    {more && (
      <Button variant="plain" onClick={more}>
        Más detalles
      </Button>
    )}
    <Button type="submit" busy={booking.isPending} busyText="Guardando...">
      {saveText(booking)}
    </Button>
  </div>
)
