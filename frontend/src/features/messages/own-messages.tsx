import { describeAnswerDays, describeAnswerDue } from '#contract/answer-time-text'
import type { MessageThread } from '#contract/messages'
import { doctorSigns, doctorSignsTitle, noEmergencyChannelText } from '../../content/emergency-signs.ts'
import { FoldedNote } from '../../ui/folded-note.tsx'
import { useCurrentMinute } from '../../ui/use-current-minute.ts'
import { WriteMessage } from './message-form.tsx'
import { Thread } from './thread.tsx'
import { useAskedAnalysis } from './use-asked-analysis.ts'
import { ownThread, useThread } from './use-thread.ts'
import './messages.css'

/** Messages stay readable without consent; writing needs it. */
export function OwnThread() {
  const state = useThread(ownThread)
  return (
    <div className="sheet messages">
      <OwnMessages state={state} />
    </div>
  )
}

export function OwnThreadWithForm() {
  const state = useThread(ownThread)
  const { opening, forget } = useAskedAnalysis()
  return (
    <div className="sheet messages">
      <OwnMessages state={state} />
      <FoldedNote text={noEmergencyChannelText} summary={doctorSignsTitle} items={doctorSigns} />
      <WriteMessage source={ownThread} state={state} label="Tu mensaje" opening={opening} onSent={forget} />
    </div>
  )
}

const OwnMessages = ({ state }: { readonly state: ReturnType<typeof useThread> }) => (
  <>
    <Thread
      source={ownThread}
      state={state}
      other="Tu especialista"
      empty={<p>Pregunta lo que quieras de tu proceso: cómo tomar algo, una duda de la pauta, un resultado.</p>}
    />
    {state.thread && <AnswerTime thread={state.thread} />}
  </>
)

function AnswerTime({ thread: { question, answerDays } }: { readonly thread: MessageThread }) {
  const now = useCurrentMinute()
  return (
    <p className="answer-time" role="status">
      {textOf(question, answerDays, now)}
    </p>
  )
}

function textOf(question: MessageThread['question'], answerDays: number, now: Date): string {
  if (!question) return `Respondemos en ${describeAnswerDays(answerDays)}.`
  const due = describeAnswerDue(question.dueAt, now)
  if (question.dueAt > now.toISOString()) return `Te responderemos antes d${due}.`
  return `Queríamos responderte antes d${due} y vamos con retraso. Tu mensaje nos ha llegado: no hace falta que lo repitas.`
}
