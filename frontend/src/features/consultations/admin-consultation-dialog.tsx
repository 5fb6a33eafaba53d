import type { Consultation, ConsultationType, OrderToSchedule } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { adminConsultationTypes } from './consultation-words.ts'
import { type AdminBookingFormState, useAdminBookingForm } from './use-admin-booking-form.ts'
import { AdminBookingFields } from './admin-booking-fields.tsx'
import { AdminBookingErrorNotice } from './admin-booking-error-notice.tsx'
import { pastTimeText } from './use-admin-consultation-mutations.ts'
import { ConcurrentBookingChangeNotice } from './concurrent-change-notice.tsx'

/** Names of the inputs of what the request calls otherwise. */
const inputNames = { startsAt: 'time', priceCents: 'price' }
const refusalTexts = { 'too-soon': pastTimeText }

interface ConsultationDialogProps {
  readonly consultation?: Consultation | undefined
  readonly customer?: { readonly customerId: string; readonly name: string } | undefined
  readonly order?: OrderToSchedule | undefined
  readonly day?: string | undefined
  readonly types?: readonly ConsultationType[]
  readonly close: () => void
}

export function AdminConsultationDialog({ consultation, customer, order, day, types, close }: ConsultationDialogProps) {
  const booking = useAdminBookingForm({ consultation, order, day, customerId: customer?.customerId }, close)
  return (
    <Dialog title={consultation ? 'Editar Consulta' : 'Programar Nueva Consulta'} close={close} wide>
      <Form
        draft={booking.draft}
        refused={booking.error}
        inputNames={inputNames}
        refusalTexts={refusalTexts}
        onSubmit={(event) => void booking.submit()(event)}
      >
        <AdminBookingFields
          form={booking.form}
          types={types ?? adminConsultationTypes}
          stored={consultation?.type}
          client={consultation?.customerName ?? order?.customerName ?? customer?.name}
        />
        <ConcurrentBookingChangeNotice meanwhile={booking.meanwhile} takeTheirs={booking.takeTheirs} />
        <AdminBookingErrorNotice booking={booking} />
        <Ends booking={booking} />
      </Form>
    </Dialog>
  )
}

const saveText = ({ base, meanwhile }: AdminBookingFormState) => {
  if (meanwhile === 'gone') return 'Guardar como nueva'
  return base ? 'Guardar cambios' : 'Programar consulta'
}

const Ends = ({ booking }: { readonly booking: AdminBookingFormState }) => (
  <div className="dialog-actions">
    <CancelButton />
    <Button type="submit" busy={booking.isPending} busyText="Guardando...">
      {saveText(booking)}
    </Button>
  </div>
)
