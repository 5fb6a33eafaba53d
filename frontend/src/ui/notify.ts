import { toast } from 'sonner'
import { failureContent } from './failure-content.tsx'

const failureMilliseconds = 5000

type Options = { readonly description?: string }
const described = (description: string | undefined): Options => (description ? { description } : {})

let lastFailure: string | number | undefined

/** A new one takes the place of the last, so that it is read out even when it says the same. */
function showFailure(title: string, description?: string): void {
  if (lastFailure !== undefined) toast.dismiss(lastFailure)
  const className = 'notice notice-failure'
  lastFailure = toast.error(failureContent(title, description), { duration: failureMilliseconds, className })
}

/** The two kinds of notice: plain ones, and titled failures of which only one is shown at a time. */
export const notify = {
  success: (text: string, description?: string): void => void toast.success(text, described(description)),
  /** A success that can be taken back while the notice is shown. */
  undoable: (text: string, undo: () => void): void =>
    void toast.success(text, { action: { label: 'Deshacer', onClick: undo } }),
  plain: (text: string, description?: string): void => void toast.info(text, described(description)),
  warning: (text: string, description?: string): void => void toast.warning(text, described(description)),
  failure: showFailure,

  /** Stands until the returned function says how it ended. */
  loading: (text: string): ((done: string) => void) => {
    const id = toast.loading(text)
    return (done) => void toast.success(done, { id })
  },
}
