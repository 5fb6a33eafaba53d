import { toast } from 'sonner'
import { renderFailureNotice } from './render-failure-notice.tsx'

const failureMilliseconds = 5000

type Options = { readonly description?: string }
const described = (description: string | undefined): Options => (description ? { description } : {})

let lastFailure: string | number | undefined

/** Replaces the previous one, so that it is announced even with the same text. */
function showFailure(title: string, description?: string): void {
  if (lastFailure !== undefined) toast.dismiss(lastFailure)
  const className = 'notice notice-failure'
  lastFailure = toast.error(renderFailureNotice(title, description), { duration: failureMilliseconds, className })
}

/** Toasts: successes, and failures of which only the latest is shown. */
export const showNotice = {
  success: (text: string, description?: string): void => void toast.success(text, described(description)),
  undoable: (text: string, undo: () => void, description?: string): void =>
    void toast.success(text, { ...described(description), action: { label: 'Deshacer', onClick: undo } }),
  plain: (text: string, description?: string): void => void toast.info(text, described(description)),
  warning: (text: string, description?: string): void => void toast.warning(text, described(description)),
  failure: showFailure,

  /** @returns a function that ends the notice with a final text */
  loading: (text: string): ((done: string) => void) => {
    const id = toast.loading(text)
    return (done) => void toast.success(done, { id })
  },
}
