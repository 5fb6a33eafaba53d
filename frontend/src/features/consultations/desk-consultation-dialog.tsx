import type { Consultation, ConsultationType, OrderToSchedule } from '#contract/consultation'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { deskTypes } from './consultation-words.ts'
import { type DeskBookingForm, useDeskBooking } from './desk-booking.ts'
import { DeskFields } from './desk-fields.tsx'
import { DeskProblem } from './desk-problem.tsx'
import { MeanwhileNotice } from './meanwhile-notice.tsx'

interface ConsultationDialogProps {
  /** The consultation to change; none books a new one. */
  readonly consultation?: Consultation | undefined
  /** The client it is for; without one, nor an order, the form asks for it. */
  readonly customer?: { readonly customerId: string; readonly name: string } | undefined
  /** The paid order that it is for. */
  readonly order?: OrderToSchedule | undefined
  /** The day that is proposed, `YYYY-MM-DD`. */
  readonly day?: string | undefined
  /** The types that are offered, besides the one that the consultation has. */
  readonly types?: readonly ConsultationType[]
  readonly close: () => void
}

/** 'Programar Nueva Consulta' and 'Editar Consulta', for administradores. */
export function ConsultationDialog({ consultation, customer, order, day, types, close }: ConsultationDialogProps) {
  const booking = useDeskBooking({ consultation, order, day, customerId: customer?.customerId }, close)
  return (
    <Dialog title={consultation ? 'Editar Consulta' : 'Programar Nueva Consulta'} close={close} wide>
      <Form draft={booking.draft} onSubmit={(event) => void booking.submit()(event)}>
        <DeskFields
          form={booking.form}
          types={types ?? deskTypes}
          stored={consultation?.type}
          client={consultation?.customerName ?? order?.customerName ?? customer?.name}
        />
        <MeanwhileNotice meanwhile={booking.meanwhile} takeTheirs={booking.takeTheirs} />
        <DeskProblem booking={booking} />
        <Ends booking={booking} />
      </Form>
    </Dialog>
  )
}

const saveText = ({ base, meanwhile }: DeskBookingForm) => {
  if (meanwhile === 'gone') return 'Guardar como nueva'
  return base ? 'Guardar cambios' : 'Programar consulta'
}

const Ends = ({ booking }: { readonly booking: DeskBookingForm }) => (
  <div className="dialog-actions">
    <CancelButton />
    <Button type="submit" busy={booking.isPending} busyText="Guardando...">
      {saveText(booking)}
    </Button>
  </div>
)
