import { EmptyState } from '../../drawings/empty-state.tsx'
import { OwnAnalyses } from './own-analyses.tsx'
import { OwnFiles } from './own-files.tsx'

export const OwnLabResultsTab = () => (
  <OwnAnalyses>
    <OwnFiles
      id="analytics-title"
      title="Mis Analíticas"
      fileType="analytics"
      empty={
        <EmptyState drawing="vacio-archivos">
          <p>
            Todavía no tienes analíticas. Cuando el laboratorio nos envíe tus resultados los verás aquí y te avisaremos.
          </p>
        </EmptyState>
      }
    />
  </OwnAnalyses>
)
