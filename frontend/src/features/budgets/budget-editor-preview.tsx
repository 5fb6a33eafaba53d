import { Check, X } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import type { PublishedBudgetOption } from '#contract/budget-option'
import { type BudgetEditorForm, previewOption } from './budget-editor-values.ts'
import { formatMilestone, formatSum, formatVat, listCountedUnits } from './budget-editor-words.ts'
import './budget-editor.css'

interface PreviewProps {
  readonly option: PublishedBudgetOption
  readonly isRecommended: boolean
}

/** One option, as it is read. */
const BudgetEditorPreview = ({ option, isRecommended }: PreviewProps) => (
  <article className="budget-editor-preview" aria-label={option.title}>
    <h3>
      {option.title}
      {isRecommended && <span className="budget-editor-preview-mark">La que te recomendamos</span>}
    </h3>
    <p className="budget-editor-preview-price">
      <strong>{formatSum(option.priceCents)}</strong> <span>{formatVat(option.vat)}</span>
    </p>
    <ul className="budget-editor-preview-lines">
      {[...listCountedUnits(option), ...option.includes].map((line) => (
        <li key={line}>
          <Check size={16} aria-hidden="true" />
          <span className="visually-hidden">Incluye: </span>
          {line}
        </li>
      ))}
      {option.excludes.map((line) => (
        <li key={line} className="budget-editor-preview-out">
          <X size={16} aria-hidden="true" />
          <span className="visually-hidden">No incluye: </span>
          {line}
        </li>
      ))}
    </ul>
    {option.parts.length === 0 ? (
      <p>En un solo pago.</p>
    ) : (
      <>
        <p>En un solo pago o en {option.parts.length} partes, sin intereses:</p>
        <ol className="budget-editor-preview-parts">
          {option.parts.map(({ number, amountCents, before }) => (
            <li key={number}>
              {formatSum(amountCents)}, {formatMilestone(before)}
            </li>
          ))}
        </ol>
      </>
    )}
  </article>
)

interface PreviewsProps {
  readonly form: BudgetEditorForm
  readonly firstName: string
}

/** What is complete of it, beside each other. */
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
      <div className="budget-editor-previews">
        {shown.map((option) => (
          <BudgetEditorPreview
            key={option.optionId}
            option={option}
            isRecommended={recommended === String(option.optionId)}
          />
        ))}
      </div>
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
