import type { Consultation, ConsultationType, OrderToSchedule } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { adminTypes } from './consultation-words.ts'
import { type AdminBookingForm, useAdminBooking } from './use-admin-booking.ts'
import { AdminBookingFields } from './admin-booking-fields.tsx'
import { AdminBookingProblem } from './admin-booking-problem.tsx'
import { ConcurrentChangeNotice } from './concurrent-change-notice.tsx'

interface ConsultationDialogProps {
  readonly consultation?: Consultation | undefined
  readonly customer?: { readonly customerId: string; readonly name: string } | undefined
  readonly order?: OrderToSchedule | undefined
  readonly day?: string | undefined
  readonly types?: readonly ConsultationType[]
  readonly close: () => void
}

export function ConsultationDialog({ consultation, customer, order, day, types, close }: ConsultationDialogProps) {
  const booking = useAdminBooking({ consultation, order, day, customerId: customer?.customerId }, close)
  return (
    <Dialog title={consultation ? 'Editar Consulta' : 'Programar Nueva Consulta'} close={close} wide>
      <Form draft={booking.draft} onSubmit={(event) => void booking.submit()(event)}>
        <AdminBookingFields
          form={booking.form}
          types={types ?? adminTypes}
          stored={consultation?.type}
          client={consultation?.customerName ?? order?.customerName ?? customer?.name}
        />
        <ConcurrentChangeNotice meanwhile={booking.meanwhile} takeTheirs={booking.takeTheirs} />
        <AdminBookingProblem booking={booking} />
        <Ends booking={booking} />
      </Form>
    </Dialog>
  )
}

const saveText = ({ base, meanwhile }: AdminBookingForm) => {
  if (meanwhile === 'gone') return 'Guardar como nueva'
  return base ? 'Guardar cambios' : 'Programar consulta'
}

const Ends = ({ booking }: { readonly booking: AdminBookingForm }) => (
  <div className="dialog-actions">
    <CancelButton />
    <Button type="submit" busy={booking.isPending} busyText="Guardando...">
      {saveText(booking)}
    </Button>
  </div>
)
