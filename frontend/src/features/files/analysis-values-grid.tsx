import { useState } from 'react'
import { analysisValueFields, MAX_ANALYSIS_VALUES } from '#contract/analysis'
import { getObjectKeys } from '#contract/record-fields'
import { Button } from '../../ui/button.tsx'
import { useRefusedField } from '../../ui/refused-fields.tsx'
import { emptyValueTexts, isEmptyRow, nextKey, type ValueRow, withKeys } from './analysis-texts.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'

const PasteValues = lazy(async () => ({ default: (await import('./paste-values.tsx')).PasteValues }))

const keys = getObjectKeys(analysisValueFields)

interface GridProps {
  readonly rows: readonly ValueRow[]
  readonly change: (rows: readonly ValueRow[]) => void
}

export function AnalysisValuesGrid({ rows, change }: GridProps) {
  const [isPasting, setPasting] = useState(false)
  const written = rows.filter((row) => !isEmptyRow(row))
  const add = () => change([...rows, ...withKeys([emptyValueTexts], nextKey(rows))])
  return (
    <fieldset className="analysis-values">
      <legend>Valores</legend>
      <p className="field-hint">Como los da el laboratorio: con su coma, con «&lt;» o «&gt;», o con palabras.</p>
      <table className="analysis-grid">
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col">
                {analysisValueFields[key].label}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.key}>
              {keys.map((key) => (
                <td key={key} data-title={analysisValueFields[key].label}>
                  <GridCell
                    // Index among the filled rows, because empty rows are not sent.
                    name={`values.${written.indexOf(row)}.${key}`}
                    label={`${analysisValueFields[key].label}, fila ${index + 1}`}
                    value={row[key]}
                    write={(text) => change(rows.map((each) => (each === row ? { ...row, [key]: text } : each)))}
                  />
                </td>
              ))}
              <td>
                <Button
                  variant="plain"
                  size="small"
                  aria-label={`Quitar la fila ${index + 1}`}
                  onClick={() => change(rows.filter((each) => each !== row))}
                >
                  Quitar
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="analyses-actions">
        <Button variant="secondary" size="small" disabled={rows.length >= MAX_ANALYSIS_VALUES} onClick={add}>
          Añadir fila
        </Button>
        <Button variant="plain" size="small" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Pegar desde CSV
        </Button>
      </div>
      {isPasting && (
        <WhileLoading>
          <PasteValues
            known={written}
            take={(texts) => {
              change([...written, ...withKeys(texts, nextKey(rows))])
              setPasting(false)
            }}
          />
        </WhileLoading>
      )}
    </fieldset>
  )
}

interface CellProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly write: (text: string) => void
}

function GridCell({ name, label, value, write }: CellProps) {
  const { refusal } = useRefusedField(name)
  return (
    <>
      <input
        className="field-input"
        name={name}
        aria-label={label}
        aria-invalid={refusal ? true : undefined}
        aria-describedby={refusal ? `${name}-error` : undefined}
        autoComplete="off"
        value={value}
        onChange={({ target }) => write(target.value)}
      />
      {refusal && (
        <span id={`${name}-error`} className="field-error">
          {refusal}
        </span>
      )}
    </>
  )
}
