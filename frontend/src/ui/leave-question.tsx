import { flushSync } from 'react-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { leaveQuestion, type LeaveQuestion as Question } from './unsaved.ts'

export function LeaveQuestion({ question: { scope, words, leave } }: { readonly question: Question }) {
  const discard = () => {
    // The focus goes back into what is left, and from there to where it was before, only once nothing stands in front.
    flushSync(leaveQuestion.stay)
    for (const work of scope.unsaved()) work.discard()
    leave()
  }
  return (
    <ConfirmDialog
      title={words.title}
      action={words.leave}
      refusal={words.stay}
      confirm={discard}
      cancel={leaveQuestion.stay}
      inFront
    >
      {words.text && <p>{words.text}</p>}
    </ConfirmDialog>
  )
}
