import { OwnFiles } from './own-files.tsx'

export const OwnLabResultsTab = () => (
  <OwnFiles
    id="analytics-title"
    title="Mis Analíticas"
    fileType="analytics"
    empty={
      <p>
        Todavía no tienes analíticas. Cuando el laboratorio nos envíe tus resultados los verás aquí y te avisaremos.
      </p>
    }
  />
)
