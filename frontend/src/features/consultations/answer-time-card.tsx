import { openingHoursLabels } from '#contract/opening-hours'
import { Card } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { OpeningHoursFormState } from './use-opening-hours-form.ts'

export const AnswerTimeCard = ({ state: { form } }: { readonly state: OpeningHoursFormState }) => (
  <Card id="hours-answers" title={openingHoursLabels.answerDays}>
    <TextField
      label="Respondemos en (días laborables)"
      inputMode="numeric"
      autoComplete="off"
      hint="Cuentan los días en que abres, sin cierres ni festivos, hasta que cierras. Lo que ya está preguntado conserva su plazo."
      error={form.formState.errors.answerDays?.message}
      {...form.register('answerDays')}
    />
  </Card>
)
