import { flushSync } from 'react-dom'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { leaveQuestionStore, type OpenLeaveQuestion as Question } from './unsaved-work.ts'

export function LeaveConfirmDialog({ question: { scope, words, leave } }: { readonly question: Question }) {
  const discard = () => {
    // Focus returns to the page only after the dialog is gone.
    flushSync(leaveQuestionStore.stay)
    for (const work of scope.unsaved()) work.discard()
    leave()
  }
  return (
    <ConfirmDialog
      title={words.title}
      action={words.leave}
      refusal={words.stay}
      confirm={discard}
      cancel={leaveQuestionStore.stay}
      inFront
    >
      {words.text && <p>{words.text}</p>}
    </ConfirmDialog>
  )
}
