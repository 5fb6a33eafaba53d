import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { LoadErrorProps } from './load-errors.tsx'
import { repeatingFailedStyleSheets } from './style-sheets.ts'

type LoadError = ComponentType<LoadErrorProps>

/** Fallback of `WhileLoading`. Provided by context: an import from here would split the entry's chunk. */
export const LoadErrorContext = createContext<LoadError>(() => null)

interface Substitutes {
  readonly show: ReactNode
  readonly failed: LoadError
}

const SubstitutesContext = createContext<Substitutes>({ show: null, failed: () => null })

interface WhileLoadingProps {
  readonly show?: ReactNode
  /**
   * Shown when the code cannot be downloaded.
   * @default - an error with a retry button
   */
  readonly failed?: LoadError
  readonly children: ReactNode
}

export function WhileLoading({ show = null, failed, children }: WhileLoadingProps) {
  const usual = useContext(LoadErrorContext)
  const substitutes = useMemo(() => ({ show, failed: failed ?? usual }), [show, failed, usual])
  return <SubstitutesContext value={substitutes}>{children}</SubstitutesContext>
}

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
}

/**
 * A component whose code is downloaded at its first rendering. Preact's `lazy` is not used, because its `Suspense`
 * keeps waiting for a component that was unmounted meanwhile, and then shows nothing. A failed download is repeated on
 * a press of retry, when the connection returns, and at the next rendering; the rest of the page stays usable.
 */
export function lazy<Props extends object>(
  download: () => Promise<{ readonly default: ComponentType<Props> }>,
  onShown?: () => void,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const downloadWithStyle = repeatingFailedStyleSheets(download)
  const load = async () => {
    loaded ??= (await downloadWithStyle()).default
  }
  function Lazy(props: Props) {
    // Fixed at mount: replacing the component when its code arrives would lose what was typed.
    const [Shown, setShown] = useState(() => loaded)
    const { hasFailed, ...retrying } = useDownload(load, Shown !== undefined, () => setShown(() => loaded))
    const { show, failed: Failed } = useContext(SubstitutesContext)
    useEffect(() => {
      if (Shown) onShown?.()
    }, [Shown])
    if (Shown) return <Shown {...props} />
    return hasFailed ? <Failed {...retrying} /> : show
  }
  return Object.assign(Lazy, { load, isLoaded: () => loaded !== undefined })
}

function useDownload(load: () => Promise<void>, isDone: boolean, onLoaded: () => void) {
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((last) => last + 1), [])
  useLayoutEffect(() => {
    if (isDone) return undefined
    let isWanted = true
    load().then(
      () => isWanted && onLoaded(),
      (error: unknown) => {
        // oxlint-disable-next-line no-console -- not always the connection: the code may fail while it is evaluated
        console.error(error)
        if (isWanted) setFailedAttempt(attempt)
      },
    )
    return () => {
      isWanted = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- both are always those of one component
  }, [isDone, attempt])
  const hasFailed = failedAttempt > 0
  useEffect(() => {
    // Also during a retry, which may fail just before the connection returns.
    if (isDone || !hasFailed) return undefined
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isDone, hasFailed, retry])
  return { hasFailed, isRetrying: failedAttempt !== attempt, retry }
}
