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

type LoadError = ComponentType<LoadErrorProps>

/** Where `WhileLoading` says nothing else. Given once: imported here, it would tear the entry's chunk into several. */
export const LoadErrorContext = createContext<LoadError>(() => null)

interface Substitutes {
  readonly show: ReactNode
  readonly failed: LoadError
}

const SubstitutesContext = createContext<Substitutes>({ show: null, failed: () => null })

interface WhileLoadingProps {
  /** @default - nothing */
  readonly show?: ReactNode
  /**
   * When the code cannot be downloaded.
   * @default - says so and offers to try again
   */
  readonly failed?: LoadError
  readonly children: ReactNode
}

/** What stands in the place of each lazy component below until its code has been downloaded. */
export function WhileLoading({ show = null, failed, children }: WhileLoadingProps) {
  const usual = useContext(LoadErrorContext)
  const substitutes = useMemo(() => ({ show, failed: failed ?? usual }), [show, failed, usual])
  return <SubstitutesContext value={substitutes}>{children}</SubstitutesContext>
}

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  /** Afterwards it is complete in its first rendering, on the server and in the browser. */
  readonly load: () => Promise<unknown>
  readonly isLoaded: () => boolean
}

/**
 * A component whose code is downloaded when it is first rendered. Not the library's `lazy`: its `Suspense` goes on waiting for
 * a part that nobody shows any more, and then shows nothing. What cannot be downloaded is asked for again when its user says
 * so, when the connection is back, and by the next rendering; what stands beside it is still of use.
 */
export function lazy<Props extends object>(
  download: () => Promise<{ readonly default: ComponentType<Props> }>,
  onShown?: () => void,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded ??= (await download()).default
  }
  function Lazy(props: Props) {
    // Chosen once: a page that changed its component when its code arrives would forget what was entered.
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
    // Also while it is being retried, which may fail just before the connection is back.
    if (isDone || !hasFailed) return undefined
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [isDone, hasFailed, retry])
  return { hasFailed, isRetrying: failedAttempt !== attempt, retry }
}
