/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   on a phone the rows are grids, which are no longer a table to some screen readers, unless their roles are written down */
import { Check } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { OwnBudget } from '#contract/budgets'
import { formatPrice, formatVat } from './budget-words.ts'
import { compareOptions, formatAllOf } from './comparison-rows.ts'
import './budget-comparison.css'

interface ComparisonProps {
  readonly budget: OwnBudget
  readonly chosen: number | undefined
  readonly choose: (optionId: number) => void
}

export function BudgetComparison({ budget: { budgetId, options }, chosen, choose }: ComparisonProps) {
  const { rows, inAll, inNone, inSome } = compareOptions(options)
  const columns = { '--budget-columns': options.length } as CSSProperties
  const columnOf = (optionId: number) => (optionId === chosen ? 'budget-chosen' : undefined)
  return (
    <>
      <table className="budget-table" role="table" style={columns}>
        <caption className="visually-hidden">En qué se diferencian las opciones</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" className="budget-corner">
              <span className="visually-hidden">Qué</span>
            </th>
            {options.map(({ optionId, title, priceCents }) => (
              <th key={optionId} scope="col" role="columnheader" aria-label={title} className={columnOf(optionId)}>
                <label className="budget-head">
                  <input
                    type="radio"
                    name={`option-${budgetId}`}
                    checked={optionId === chosen}
                    onChange={() => choose(optionId)}
                  />
                  <span className="budget-title">{title}</span>
                  <span className="budget-price">{formatPrice(priceCents)}</span>
                </label>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ label, values }) => (
            <tr key={label} role="row">
              <th scope="row" role="rowheader">
                {label}
              </th>
              {options.map(({ optionId }, index) => (
                <td key={optionId} role="cell" className={columnOf(optionId)}>
                  <Value value={values[index] ?? false} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <VatLine options={options} />
      {inAll.length > 0 && (
        <p>
          <strong>{formatAllOf(options.length)} incluyen:</strong> {inAll.join('; ')}.
        </p>
      )}
      {inNone.length > 0 && (
        <p>
          <strong>Ninguna incluye:</strong> {inNone.join('; ')}.
        </p>
      )}
      {inSome.map(({ optionId, title, lines }) => (
        <p key={optionId}>
          <strong>«{title}» no incluye:</strong> {lines.join('; ')}.
        </p>
      ))}
    </>
  )
}

function Value({ value }: { readonly value: string | boolean }) {
  if (value === false) return <span className="budget-no">No</span>
  if (value !== true) return value
  return (
    <>
      <Check size={20} aria-hidden="true" />
      <span className="visually-hidden">Sí</span>
    </>
  )
}

function VatLine({ options }: Pick<OwnBudget, 'options'>) {
  const vat = options[0]?.vat
  if (!vat) return null
  return (
    <p className="budget-vat">
      {options.length > 1 ? 'Los precios son finales' : 'El precio es final'}: {formatVat(vat)}
      {'exemption' in vat ? `. ${vat.exemption}` : '.'}
    </p>
  )
}
