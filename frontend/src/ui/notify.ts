import { toast } from 'sonner'

const failureMilliseconds = 5000

/** The two kinds of notice: plain ones, and titled failures of which only one is shown at a time. */
export const notify = {
  success: (text: string, description?: string): void => void toast.success(text, description ? { description } : {}),
  plain: (text: string): void => void toast(text),
  failure: (title: string, description?: string): void =>
    void toast.error(title, { id: 'failure', duration: failureMilliseconds, ...(description && { description }) }),
}
