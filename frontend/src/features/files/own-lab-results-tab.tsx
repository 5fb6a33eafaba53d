import { EmptyState } from '../../drawings/empty-state.tsx'
import { OwnAnalyses } from './own-analyses.tsx'
import { OwnFiles } from './own-files.tsx'

export const OwnLabResultsTab = () => (
  <OwnAnalyses>
    {(hasAnalyses) => (
      <OwnFiles
        id="analytics-title"
        title="Mis Analíticas"
        fileType="analytics"
        empty={
          hasAnalyses ? (
            <p>De estas analíticas no hay ningún archivo: lo que importa está explicado arriba.</p>
          ) : (
            <EmptyState drawing="vacio-archivos">
              <p>
                Todavía no tienes analíticas. Cuando el laboratorio nos envíe tus resultados los verás aquí y te
                avisaremos.
              </p>
            </EmptyState>
          )
        }
      />
    )}
  </OwnAnalyses>
)
