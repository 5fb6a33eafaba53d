import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { type ReadRow, readAnalysisCsv, type ValueTexts } from './analysis-csv.ts'

const columns: readonly TableColumn<ReadRow>[] = [
  { title: 'Línea', cell: ({ line }) => line, figures: true },
  { title: 'Marcador', cell: ({ texts }) => texts.marker },
  { title: 'Valor', cell: ({ texts }) => texts.value, figures: true },
  { title: 'Unidad', cell: ({ texts }) => texts.unit },
  { title: 'Intervalo', cell: ({ texts }) => texts.range },
  {
    title: '¿Se añade?',
    cell: ({ problem }) => (problem ? <span className="field-error">No: {problem}</span> : 'Sí'),
  },
]

interface PasteProps {
  readonly known: readonly ValueTexts[]
  readonly take: (rows: readonly ValueTexts[]) => void
}

export function PasteValues({ known, take }: PasteProps) {
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReturnType<typeof readAnalysisCsv>>()
  return (
    <div className="paste-values">
      <TextAreaField
        label="Filas del CSV"
        hint="Marcador; valor; unidad; intervalo. También valen las columnas copiadas de una hoja de cálculo."
        rows={5}
        value={text}
        error={read?.problem}
        onChange={({ target }) => {
          setText(target.value)
          setRead(undefined)
        }}
      />
      <Button variant="secondary" size="small" onClick={() => setRead(readAnalysisCsv(text, known))}>
        Ver qué se lee
      </Button>
      {read && read.rows.length > 0 && <Preview rows={read.rows} take={take} />}
    </div>
  )
}

/** Otherwise the rows would start below the buttons of the dialog. */
const showFromTop = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'start' })

function Preview({ rows, take }: Pick<PasteProps, 'take'> & { readonly rows: readonly ReadRow[] }) {
  const accepted = rows.filter(({ problem }) => problem === undefined)
  const refused = rows.length - accepted.length
  return (
    <>
      <p role="status" ref={showFromTop}>
        {accepted.length === 1 ? 'Se lee 1 fila' : `Se leen ${accepted.length} filas`}
        {refused > 0 && (refused === 1 ? ' y 1 no se puede añadir' : ` y ${refused} no se pueden añadir`)}.
      </p>
      <ResponsiveTable
        caption="Lo que se lee del CSV"
        columns={columns}
        rows={rows}
        keyOf={({ line }) => String(line)}
      />
      {accepted.length > 0 && (
        <Button size="small" onClick={() => take(accepted.map(({ texts }) => texts))}>
          {accepted.length === 1 ? 'Añadir 1 fila' : `Añadir ${accepted.length} filas`}
        </Button>
      )}
    </>
  )
}
