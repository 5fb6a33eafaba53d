import { useWatch } from 'react-hook-form'
import type { PublishedBudgetOption } from '#contract/budget-option'
import { type BudgetEditorForm, previewOption } from './budget-editor-values.ts'
import { BudgetOptionSummary } from './budget-option-summary.tsx'
import { formatMilestone, formatSum, formatWaysToPay } from './budget-words.ts'
import './budget-editor.css'

interface PreviewProps {
  readonly option: PublishedBudgetOption
  readonly isRecommended: boolean
}

const Preview = ({ option, isRecommended }: PreviewProps) => (
  <li className="budget-editor-preview">
    {isRecommended && <p className="budget-editor-preview-mark">La que recomiendas</p>}
    <BudgetOptionSummary option={option} vat={option.vat} />
    <p className="budget-editor-preview-ways">{formatWaysToPay(option.parts)}.</p>
    {option.parts.length > 0 && (
      <ol className="budget-editor-preview-parts">
        {option.parts.map(({ number, amountCents, before }) => (
          <li key={number}>
            {formatSum(amountCents)}, {formatMilestone(before)}
          </li>
        ))}
      </ol>
    )}
  </li>
)

interface PreviewsProps {
  readonly form: BudgetEditorForm
  readonly firstName: string
}

export function BudgetEditorPreviews({ form, firstName }: PreviewsProps) {
  const [options, recommended, recommendation] = useWatch({
    control: form.control,
    name: ['options', 'recommended', 'recommendation'],
  })
  const shown = options.flatMap((values, index) => previewOption(values, index) ?? [])
  const missing = options.length - shown.length
  return (
    <section className="sheet" aria-labelledby="budget-preview-title">
      <h2 id="budget-preview-title">Así lo verá {firstName}</h2>
      {recommendation.trim() && <p>{recommendation}</p>}
      <ul className="budget-editor-previews">
        {shown.map((option) => (
          <Preview key={option.optionId} option={option} isRecommended={recommended === String(option.optionId)} />
        ))}
      </ul>
      {(missing > 0 || options.length === 0) && (
        <p className="field-hint">
          {options.length === 0
            ? 'Aquí aparecerá cada opción cuando tenga nombre, precio y lo que incluye.'
            : `${missing === 1 ? 'A una opción le falta algo' : `A ${missing} opciones les falta algo`} para poder verse aquí.`}
        </p>
      )}
    </section>
  )
}
