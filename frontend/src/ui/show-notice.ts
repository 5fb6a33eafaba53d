import type { toast } from 'sonner'
import { onSessionOwnerLeft } from '../api/session-owner.ts'
import { renderFailureNotice } from './render-failure-notice.tsx'

const failureMilliseconds = 5000

type Toasts = typeof toast
type Notice = (toasts: Toasts) => void
type Options = { readonly description?: string }
const described = (description: string | undefined): Options => (description ? { description } : {})

let isToasterNeeded = false
let onNeeded = (): void => undefined
let toasts: Toasts | undefined
let waiting: readonly Notice[] = []

export const toasterNeed = {
  read: (): boolean => isToasterNeeded,
  subscribe: (listener: () => void): (() => void) => {
    onNeeded = listener
    return () => {
      onNeeded = () => undefined
    }
  },
  declare: (): void => {
    isToasterNeeded = true
    onNeeded()
  },
}

export function connectToasts(library: Toasts): void {
  toasts = library
  const waited = waiting
  waiting = []
  for (const notice of waited) notice(library)
}

function show(notice: Notice): void {
  if (toasts) return notice(toasts)
  waiting = [...waiting, notice]
  toasterNeed.declare()
}

let lastFailure: string | number | undefined

/** Replaces the previous failure, so that screen readers announce a repeated text. */
function showFailure(title: string, description?: string): void {
  const className = 'notice notice-failure'
  show(({ dismiss, error }) => {
    if (lastFailure !== undefined) dismiss(lastFailure)
    lastFailure = error(renderFailureNotice(title, description), { duration: failureMilliseconds, className })
  })
}

export const showNotice = {
  success: (text: string, description?: string): void => show(({ success }) => success(text, described(description))),
  /** Removed at sign-out: the next user would undo it under their own name. */
  undoable: (text: string, undo: () => void, description?: string): void =>
    show(({ dismiss, success }) => {
      const id = success(text, { ...described(description), action: { label: 'Deshacer', onClick: undo } })
      const stop = onSessionOwnerLeft(() => {
        stop()
        dismiss(id)
      })
    }),
  plain: (text: string, description?: string): void => show(({ info }) => info(text, described(description))),
  warning: (text: string, description?: string): void => show(({ warning }) => warning(text, described(description))),
  failure: showFailure,

  /** @returns a function that replaces the notice with a final text */
  loading: (text: string): ((done: string) => void) => {
    let id: string | number = ''
    show(({ loading }) => {
      id = loading(text)
    })
    return (done) => show(({ success }) => success(done, { id }))
  },
}
