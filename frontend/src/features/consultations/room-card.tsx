import { ROOM_OPENS_MINUTES_BEFORE } from '#contract/consultation-room'
import { openingHoursLabels } from '#contract/opening-hours'
import { Card } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'

/** The practice's room, with a link to try it: only the practice can tell whether its room answers. */
export const RoomCard = ({ state: { form, hours, values } }: { readonly state: OpeningHoursFormState }) => (
  <Card id="hours-room" title={openingHoursLabels.roomUrl}>
    <TextField
      label="Enlace de la sala"
      type="url"
      inputMode="url"
      autoComplete="off"
      placeholder="https://"
      hint={`El cliente lo ve desde ${ROOM_OPENS_MINUTES_BEFORE} minutos antes de su consulta y hasta que termina. Una consulta puede llevar otra sala.`}
      error={form.formState.errors.roomUrl?.message}
      {...form.register('roomUrl')}
    />
    {hours.roomUrl && hours.roomUrl === values.roomUrl.trim() && (
      <p>
        <a href={hours.roomUrl} target="_blank" rel="noreferrer">
          Probar la sala<span className="visually-hidden"> (se abre en otra pestaña)</span>
        </a>
      </p>
    )}
    {values.roomUrl.trim() === '' && (
      <p className="field-hint">
        Sin enlace, a cada cliente le decimos que aparecerá en su panel antes de empezar: no olvides ponerlo.
      </p>
    )}
  </Card>
)
