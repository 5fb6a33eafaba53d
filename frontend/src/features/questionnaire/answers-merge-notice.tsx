import { formatAnswer } from '#contract/questionnaire-answer-text'
import { questionnaireFieldLabels } from '#contract/questionnaire-labels'
import { NoticeBox } from '../../ui/notice-box.tsx'
import type { AnswersMergeReport } from './questionnaire-draft-saver.ts'
import type { AnswerConflict } from './merge-answers.ts'

const namesOf = (clashes: readonly AnswerConflict[]) =>
  clashes.map(({ field }) => questionnaireFieldLabels[field]).join(', ')

const theirText = ({ field, theirs }: AnswerConflict) =>
  `${questionnaireFieldLabels[field]}: ${formatAnswer(field, theirs) || 'sin respuesta'}`

export function AnswersMergeNotice({ clashes, isSaved }: AnswersMergeReport) {
  const [both, onlyMine] = [clashes.filter((clash) => clash.both), clashes.filter((clash) => !clash.both)]
  return (
    <NoticeBox kind="problem">
      <p>
        {isSaved
          ? 'Tu perfil se ha guardado desde otra ventana o dispositivo mientras escribías.'
          : 'Has escrito en este cuestionario también desde otra ventana o dispositivo.'}{' '}
        Hemos añadido aquí esos cambios sin tocar los tuyos: revísalo y pulsa «Guardar Perfil».
      </p>
      {both.length > 0 && <p>En ambos sitios has escrito en: {namesOf(both)}. Hemos dejado lo de los dos.</p>}
      {onlyMine.length > 0 && (
        <>
          <p>En ambos sitios has cambiado: {namesOf(onlyMine)}. Aquí ves lo que has escrito en este. En el otro:</p>
          <ul>
            {onlyMine.map((clash) => (
              <li key={clash.field}>{theirText(clash)}</li>
            ))}
          </ul>
        </>
      )}
    </NoticeBox>
  )
}
