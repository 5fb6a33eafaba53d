import { Check, X } from 'lucide-react'
import type { VatTreatment } from '#contract/receipt'
import {
  formatAnalyses,
  formatConsultations,
  formatMonths,
  formatPrice,
  formatVat,
  type BudgetOptionContent,
} from './budget-words.ts'
import './budget-option-summary.css'

interface OptionSummaryProps {
  readonly option: BudgetOptionContent
  readonly vat?: VatTreatment | undefined
  /**
   * False below a heading that has name and price already.
   * @default true
   */
  readonly isNamed?: boolean
}

export const BudgetOptionSummary = ({ option, vat, isNamed = true }: OptionSummaryProps) => (
  <div className="budget-summary">
    {isNamed && (
      <p className="budget-summary-name">
        <strong>{option.title}</strong> <span>{formatPrice(option.priceCents)}</span>
        {vat && <span className="budget-summary-vat">{formatVat(vat)}</span>}
      </p>
    )}
    <ul aria-label="Incluye">
      {toIncluded(option).map((line) => (
        <li key={line}>
          <Check size={16} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
    {option.excludes.length > 0 && (
      <>
        <p className="budget-summary-without">No incluye</p>
        <ul aria-label="No incluye">
          {option.excludes.map((line) => (
            <li key={line}>
              <X size={16} aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)

/** In the order of the usual questions: how long, how many, what else. */
const toIncluded = ({ months, consultations, analyses, includes }: BudgetOptionContent): readonly string[] => [
  ...new Set([
    formatMonths(months.count),
    ...(consultations.count > 0 ? [formatConsultations(consultations)] : []),
    ...(analyses.count > 0 ? [formatAnalyses(analyses.count)] : []),
    ...includes,
  ]),
]
