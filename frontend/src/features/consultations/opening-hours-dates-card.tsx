import { Plus } from 'lucide-react'
import { useRef, type Ref } from 'react'
import { useFieldArray } from 'react-hook-form'
import { addDays, createDayFormatter, weekdayOf } from '#contract/calendar-days'
import { type OpenInterval, weekdays } from '#contract/opening-hours'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { listNationalHolidaysBetween } from './national-holidays.ts'
import { completeTime } from './opening-hours-values.ts'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'
import './opening-hours-dates.css'

const OFFERED_DAYS_AHEAD = 200

const formatHoliday = createDayFormatter({ weekday: 'short', day: 'numeric', month: 'short' })

interface DatesProps {
  readonly state: OpeningHoursFormState
}

export const DatesCard = ({ state }: DatesProps) => (
  <Card id="hours-dates" title="Cierres y aperturas">
    <Closures state={state} />
    <ExtraOpenings state={state} />
  </Card>
)

interface AddButtonProps {
  readonly onClick: () => void
  readonly children: string
  readonly ref: Ref<HTMLButtonElement>
}

const AddButton = ({ ref, onClick, children }: AddButtonProps) => (
  <button ref={ref} type="button" className="button button-secondary button-small hours-add" onClick={onClick}>
    <Plus size={18} aria-hidden="true" />
    {children}
  </button>
)

function Closures({ state: { form, values, hours } }: DatesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'closures' })
  const add = useRef<HTMLButtonElement>(null)
  const errors = form.formState.errors.closures
  const removeAt = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  const closeOneDay = (index: number) => {
    const { from, to } = form.getValues(`closures.${index}`)
    if (from && !to) form.setValue(`closures.${index}.to`, from, { shouldDirty: true })
  }
  const offer = (day: string, name: string) => {
    append({ from: day, to: day, reason: name }, { shouldFocus: false })
    add.current?.focus()
  }
  return (
    <fieldset className="hours-dates">
      <legend>Cierres</legend>
      {fields.length === 0 && <p className="field-hint">Ningún día cerrado, aparte de los de la semana.</p>}
      {fields.map((field, index) => (
        <div key={field.id} className="hours-date hours-date-closure">
          <TextField
            label="Desde"
            type="date"
            required
            error={errors?.[index]?.from?.message}
            {...form.register(`closures.${index}.from`, { onBlur: () => closeOneDay(index) })}
          />
          <TextField
            label="Hasta"
            type="date"
            required
            error={errors?.[index]?.to?.message}
            {...form.register(`closures.${index}.to`)}
          />
          <TextField
            label="Motivo"
            required
            maxLength={80}
            error={errors?.[index]?.reason?.message}
            {...form.register(`closures.${index}.reason`)}
          />
          <Button variant="remove" size="small" onClick={() => removeAt(index)}>
            Quitar<span className="visually-hidden"> el cierre {index + 1}</span>
          </Button>
        </div>
      ))}
      <AddButton ref={add} onClick={() => append({ from: '', to: '', reason: '' })}>
        Añadir cierre
      </AddButton>
      <Holidays hours={hours} closures={values.closures} offer={offer} />
    </fieldset>
  )
}

interface HolidaysProps {
  readonly hours: OpeningHoursFormState['hours']
  readonly closures: OpeningHoursFormState['values']['closures']
  readonly offer: (day: string, name: string) => void
}

function Holidays({ hours, closures, offer }: HolidaysProps) {
  const today = usePracticeToday()
  const isOpen = (day: string) =>
    hours[weekdays[weekdayOf(day)] ?? 'sunday'].length > 0 && !closures.some(({ from, to }) => from <= day && day <= to)
  const open = listNationalHolidaysBetween(today, addDays(today, OFFERED_DAYS_AHEAD)).filter(({ day }) => isOpen(day))
  if (open.length === 0) return null
  return (
    <div className="hours-holidays">
      <p id="hours-holidays">Festivos nacionales sin añadir</p>
      <ul aria-labelledby="hours-holidays">
        {open.map(({ day, name }) => (
          <li key={day}>
            <Button variant="plain" size="small" onClick={() => offer(day, name)}>
              <Plus size={16} aria-hidden="true" />
              <span className="visually-hidden">Cerrar el </span>
              {formatHoliday(day)}: {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ExtraOpenings({ state: { form } }: DatesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'extraOpenings' })
  const add = useRef<HTMLButtonElement>(null)
  const errors = form.formState.errors.extraOpenings
  const registerTime = (index: number, field: keyof OpenInterval) => {
    const path = `extraOpenings.${index}.${field}` as const
    const complete = () => form.setValue(path, completeTime(form.getValues(path)), { shouldDirty: true })
    return form.register(path, { onBlur: complete })
  }
  const removeAt = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <fieldset className="hours-dates">
      <legend>Aperturas extra</legend>
      <p className="field-hint">Se suman al horario de la semana. Un día cerrado abre solo en ellas.</p>
      {fields.map((field, index) => (
        <div key={field.id} className="hours-date">
          <TextField
            label="Día"
            type="date"
            required
            error={errors?.[index]?.day?.message}
            {...form.register(`extraOpenings.${index}.day`)}
          />
          <TextField
            label="Abre"
            inputMode="numeric"
            maxLength={5}
            placeholder="00:00"
            required
            error={errors?.[index]?.opensAt?.message}
            {...registerTime(index, 'opensAt')}
          />
          <TextField
            label="Cierra"
            inputMode="numeric"
            maxLength={5}
            placeholder="00:00"
            required
            error={errors?.[index]?.closesAt?.message}
            {...registerTime(index, 'closesAt')}
          />
          <Button variant="remove" size="small" onClick={() => removeAt(index)}>
            Quitar<span className="visually-hidden"> la apertura {index + 1}</span>
          </Button>
        </div>
      ))}
      <AddButton ref={add} onClick={() => append({ day: '', opensAt: '10:00', closesAt: '13:00' })}>
        Añadir apertura
      </AddButton>
    </fieldset>
  )
}
