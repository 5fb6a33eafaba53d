import { analysisFields, analysisSummaryKeys, type AnalysisValue } from '#contract/analysis'
import type { AnalysisEdition } from '#contract/analysis-endpoints'
import { ResponsiveTable, type TableColumn } from '../../ui/responsive-table.tsx'
import './analyses.css'

type Content = Pick<AnalysisEdition, 'values' | (typeof analysisSummaryKeys)[number]>

const columns: readonly TableColumn<AnalysisValue>[] = [
  { title: 'Marcador', cell: ({ marker }) => marker },
  { title: 'Valor', cell: ({ value }) => value, figures: true },
  { title: 'Unidad', cell: ({ unit }) => unit ?? 'sin unidad' },
  { title: 'Intervalo del laboratorio', cell: ({ range }) => range ?? 'no lo indica' },
]

export const AnalysisValuesTable = ({ values }: { readonly values: readonly AnalysisValue[] }) => (
  <ResponsiveTable
    caption="Valores, como los da el laboratorio"
    columns={columns}
    rows={values}
    keyOf={({ marker, unit }) => `${marker} ${unit ?? ''}`}
  />
)

export const AnalysisContent = ({ analysis }: { readonly analysis: Content }) => (
  <div className="analysis-content">
    <dl className="analysis-texts">
      {analysisSummaryKeys.map((key) => (
        <div key={key}>
          <dt>{analysisFields[key].label}</dt>
          <dd>{analysis[key] ?? 'Sin escribir.'}</dd>
        </div>
      ))}
    </dl>
    {analysis.values.length > 0 ? <AnalysisValuesTable values={analysis.values} /> : <p>Sin valores.</p>}
  </div>
)
