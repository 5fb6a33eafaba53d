import { Copy, Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray } from 'react-hook-form'
import { type OpeningHours, openingHoursLabels, type OpenInterval, type Weekday } from '#contract/opening-hours'
import { Button } from '../../ui/button.tsx'
import { formatDecimal } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Card } from '../../ui/panel.tsx'
import { DayBar } from './opening-hours-day-bar.tsx'
import { TimeInput } from './hours-input.tsx'
import { completeTime, daysOfWeek, proposeInterval } from './opening-hours-values.ts'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'

interface WeekProps {
  readonly state: OpeningHoursFormState
}

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const countOpenHours = (hours: OpeningHours): number =>
  daysOfWeek
    .flatMap((day) => hours[day])
    .reduce((sum, { opensAt, closesAt }) => sum + toMinutes(closesAt) - toMinutes(opensAt), 0) / 60

const workdays = ['tuesday', 'wednesday', 'thursday', 'friday'] as const

export function WeekCard({ state }: WeekProps) {
  const { form, hours } = state
  const copyMonday = () => {
    const { monday } = form.getValues()
    for (const day of workdays) form.setValue(day, structuredClone(monday), { shouldDirty: true })
    void form.trigger(workdays)
  }
  return (
    <Card id="hours-week" title="Semana">
      <div className="hours-tools">
        <p className="field-hint">{formatDecimal(countOpenHours(hours))} h abiertas a la semana, hora de Madrid.</p>
        <Button variant="plain" size="small" onClick={copyMonday}>
          <Copy size={18} aria-hidden="true" /> Copiar el lunes de martes a viernes
        </Button>
      </div>
      <ul className="hours-days">
        {daysOfWeek.map((day) => (
          <DayRow key={day} day={day} state={state} />
        ))}
      </ul>
    </Card>
  )
}

function DayRow({ day, state: { form, values, stored } }: WeekProps & { readonly day: Weekday }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: day })
  const add = useRef<HTMLButtonElement>(null)
  const name = openingHoursLabels[day]
  const titleId = `hours-${day}`
  const errors = form.formState.errors[day]
  const registerTime = (index: number, field: keyof OpenInterval) => {
    const path = `${day}.${index}.${field}` as const
    const complete = () => form.setValue(path, completeTime(form.getValues(path)), { shouldDirty: true })
    return form.register(path, { onBlur: complete })
  }
  const removeAt = (index: number) => {
    remove(index)
    add.current?.focus()
  }
  return (
    <li className="hours-day" aria-labelledby={titleId}>
      <h3 id={titleId}>{name}</h3>
      <div className="hours-intervals">
        {fields.length === 0 && <p className="hours-closed">Cerrado</p>}
        {fields.map((field, index) => (
          <div key={field.id} className="hours-line">
            <TimeInput
              label={`${name}, tramo ${index + 1}: abre`}
              error={errors?.[index]?.opensAt?.message}
              {...registerTime(index, 'opensAt')}
            />
            <span aria-hidden="true">a</span>
            <TimeInput
              label={`${name}, tramo ${index + 1}: cierra`}
              error={errors?.[index]?.closesAt?.message}
              {...registerTime(index, 'closesAt')}
            />
            <IconButton
              className="hours-icon"
              label={`Quitar el tramo ${index + 1} del ${name.toLowerCase()}`}
              onClick={() => removeAt(index)}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </div>
        ))}
      </div>
      <button
        ref={add}
        type="button"
        className="button button-plain button-small hours-add"
        onClick={() => append(proposeInterval(form.getValues(day)))}
      >
        <Plus size={18} aria-hidden="true" />
        {fields.length === 0 ? 'Abrir' : 'Tramo'}
        <span className="visually-hidden">
          {fields.length === 0 ? ` el ${name.toLowerCase()}` : ` más, ${name.toLowerCase()}`}
        </span>
      </button>
      <DayBar intervals={readable(values[day])} before={readable(stored[day])} />
    </li>
  )
}

const readable = (intervals: readonly Partial<OpenInterval>[]): readonly OpenInterval[] =>
  intervals.flatMap(({ opensAt = '', closesAt = '' }) =>
    /^\d\d:\d\d \d\d:\d\d$/.test(`${opensAt} ${closesAt}`) && opensAt < closesAt ? [{ opensAt, closesAt }] : [],
  )
