import { zodResolver } from '@hookform/resolvers/zod'
import { Annoyed, Frown, Laugh, Meh, Smile } from 'lucide-react'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { type CheckIn, checkInFields, type CheckInItem, checkInItems, checkInSteps } from '#contract/check-in'
import { checkInStepLabels } from '#contract/check-in-labels'
import { doctorSigns, doctorSignsTitle, noEmergencyChannelText } from '../../content/emergency-signs.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-frame.tsx'
import { FoldedNote } from '../../ui/folded-note.tsx'
import { CancelButton, Form } from '../../ui/form.tsx'
import { FormErrorNotice, useRefusedField } from '../../ui/refused-fields.tsx'
import { getServerNow } from '../../ui/server-clock.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { useSaveCheckIn } from './use-own-check-ins.ts'

const Step = z.string().check(z.minLength(1, { error: 'Elige una opción' }))
const CheckInForm = z.object({
  bloating: Step,
  energy: Step,
  sleep: Step,
  mood: Step,
  note: checkInFields.note.entered,
})
type Values = z.input<typeof CheckInForm>

const toValues = (before: CheckIn | undefined): Values => ({
  bloating: String(before?.bloating ?? ''),
  energy: String(before?.energy ?? ''),
  sleep: String(before?.sleep ?? ''),
  mood: String(before?.mood ?? ''),
  note: before?.note ?? '',
})

interface CheckInFormProps {
  readonly week: string
  readonly before: CheckIn | undefined
  readonly done: () => void
  readonly cancel: () => void
}

export function WeekForm({ week, before, done, cancel }: CheckInFormProps) {
  const { form, draft } = useDraftForm<Values, z.output<typeof CheckInForm>>(
    { form: 'check-in', of: week },
    { resolver: zodResolver(CheckInForm), defaultValues: toValues(before) },
  )
  const { mutate, error, isPending } = useSaveCheckIn(() => {
    draft.saved()
    done()
  })
  const { errors } = form.formState
  return (
    <Form
      draft={draft}
      refused={error}
      aria-label="Cómo va tu semana"
      onSubmit={(event) =>
        void form.handleSubmit(({ note, ...steps }) =>
          mutate({
            week,
            bloating: Number(steps.bloating),
            energy: Number(steps.energy),
            sleep: Number(steps.sleep),
            mood: Number(steps.mood),
            note,
            at: getServerNow().toISOString(),
          }),
        )(event)
      }
    >
      {checkInItems.map((item) => (
        <StepField key={item} item={item} error={errors[item]?.message} field={form.register(item)} />
      ))}
      <TextField
        label="Algo que quieras contar (opcional)"
        autoComplete="off"
        maxLength={200}
        error={errors.note?.message}
        {...form.register('note')}
      />
      <FoldedNote text={noEmergencyChannelText} summary={doctorSignsTitle} items={doctorSigns} />
      <FormErrorNotice error={error} title="No se ha podido guardar" />
      <div className="check-in-actions">
        <Button type="submit" busy={isPending} busyText="Guardando...">
          Guardar
        </Button>
        <CancelButton onClick={cancel} />
      </div>
    </Form>
  )
}

const faces = [Frown, Annoyed, Meh, Smile, Laugh] as const

interface StepFieldProps {
  readonly item: CheckInItem
  readonly error: string | undefined
  readonly field: UseFormRegisterReturn
}

function StepField({ item, error, field }: StepFieldProps) {
  const errorId = useId()
  const problem = useRefusedField(item).refusal ?? error
  return (
    <fieldset
      className="check-in-item"
      role="radiogroup"
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? errorId : undefined}
    >
      <legend className="field-label">{checkInFields[item].label}</legend>
      <div className="check-in-steps">
        {checkInSteps.map((step, index) => {
          const Face = faces[index] ?? Meh
          return (
            <label key={step} className="check-in-step">
              <input type="radio" value={step} {...field} />
              <Face size={28} strokeWidth={1.75} aria-hidden="true" />
              <span>{checkInStepLabels[item][index]}</span>
            </label>
          )
        })}
      </div>
      <FieldError id={errorId} text={problem} />
    </fieldset>
  )
}
