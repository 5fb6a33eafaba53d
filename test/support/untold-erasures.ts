import type { WithdrawalReader } from '#contract/health-withdrawal-effects'
import { itemPrivacyRulesByEntity } from '../../functions/privacy/item-privacy-rules.ts'

/** Words for each kind of item that a withdrawal erases; null for derived items and those without a client's text. */
const erasedWordsByEntity: Readonly<Partial<Record<string, RegExp | null>>> = {
  analyses: /tus analíticas/,
  analysisEditions: /tus analíticas/,
  auditHealthKeys: null,
  budgets: /los presupuestos que no has aceptado/,
  carePathwayCorrections: null,
  checkIns: /tu registro semanal/,
  clientSupplements: /tus pautas/,
  customerListEntries: null,
  dataExports: /las descargas de tus datos/,
  doses: /con sus tomas/,
  messages: /tus mensajes con sus archivos/,
  messageThreads: /tus mensajes/,
  pastCourses: /tus pautas/,
  questionnaireDrafts: /tu cuestionario/,
  questionnaires: /tu cuestionario/,
  questionnaireVersions: /tu cuestionario/,
  questionnaireVisits: null,
  sessionNotes: /lo que hay escrito en tus consultas/,
  sessionNotesEditions: /lo que hay escrito en tus consultas/,
  sessionSummaries: /lo que hay escrito en tus consultas/,
  supplementReviews: null,
}

const inThirdPerson = ({ source }: RegExp): RegExp =>
  new RegExp(source.replaceAll(/\btu(s?)\b/g, 'su$1').replace('has aceptado', 'ha aceptado'))

export const listUntoldErasures = (text: string | null, reader: WithdrawalReader): readonly string[] =>
  Object.entries(itemPrivacyRulesByEntity)
    .filter(([, { withdrawn }]) => withdrawn === 'erased')
    .map(([entity]) => entity)
    .filter((entity) => {
      const words = erasedWordsByEntity[entity]
      if (words === null) return false
      return words === undefined || !(reader === 'client' ? words : inThirdPerson(words)).test(text ?? '')
    })
